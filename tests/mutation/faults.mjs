// Small faults of the kinds that people make. Each is a change of text in one file, which
// is found by its name wherever in core/ it lies; `from` stands there once.
const fault = (what, file, from, to) => ({ what, file, from, to })

const rows = 'rows.cpp'
const head = 'attend.h'
const attention = 'attention.cpp'
const run = 'run.cpp'
const safetensors = 'safetensors.cpp'
const config = 'config_reader.cpp'
const words = 'masked_words.cpp'

export const faults = [
  // Kernels.
  fault('softmax subtracts no maximum', rows, 'const V top(largest);', 'const V top(largest * 0.0f);'),
  fault(
    'lanes past the end of a softmax row count',
    rows,
    'scores.data() + whole, rest, kLowest)',
    'scores.data() + whole, rest, largest)'
  ),
  fault(
    'layer norm without its epsilon',
    rows,
    'std::sqrt(variance + epsilon)',
    'std::sqrt(variance + 0.0f * epsilon)'
  ),
  fault(
    'layer norm with a hundred times the epsilon',
    rows,
    'std::sqrt(variance + epsilon)',
    'std::sqrt(variance + 100.0f * epsilon)'
  ),
  fault(
    'variance divided by width - 1',
    rows,
    '= xsimd::reduce_add(squares) / width',
    '= xsimd::reduce_add(squares) / (width - 1)'
  ),
  fault(
    'mean pooling leaves out a row',
    rows,
    'for (std::size_t t = 1; t < x.rows; ++t) map<Native>(y, kAdd',
    'for (std::size_t t = 2; t < x.rows; ++t) map<Native>(y, kAdd'
  ),
  fault('mean pooling divides by one more', rows, 'static_cast<float>(x.rows))', 'static_cast<float>(x.rows + 1))'),
  fault(
    'max pooling takes the last row for the greatest',
    rows,
    'map<Native>(y, kMax, y, x.row(t))',
    'map<Native>(y, [](const V&, const V& b) { return b; }, y, x.row(t))'
  ),
  fault('the least length of a vector is too large', rows, 'std::sqrt(squares), 1e-12)', 'std::sqrt(squares), 1e-1)'),
  fault(
    'only the first row is looked at for NaN',
    rows,
    'if (!(xsimd::reduce_add(zeros) == 0.0f)) return false;',
    'return xsimd::reduce_add(zeros) == 0.0f;'
  ),
  fault('a coefficient of 2^x is a digit short', 'functions.h', '0.24022242f', '0.2402f'),
  fault('gelu ends too early', 'functions.h', '{-5.65f, 5.65f, 0.5f,', '{-3.65f, 3.65f, 0.5f,'),
  fault(
    'a bias is added to half of a panel',
    'matmul.cpp',
    'high = high + V::load_unaligned(tile.bias + kLanes);',
    'high = high + V::load_unaligned(tile.bias);'
  ),
  fault(
    'the residual is left out of the upper half of a panel',
    'matmul.cpp',
    'high = high + V::load_unaligned(y + kLanes);',
    ';'
  ),
  fault(
    'the last panel of a product loses a column',
    'matmul.cpp',
    'const std::size_t bytes = columns * sizeof(float);',
    'const std::size_t bytes = (columns - 1) * sizeof(float);'
  ),
  fault(
    'columns of a short panel are not cleared',
    'pack.cpp',
    'std::fill(panel + k * kPanel + count, panel + (k + 1) * kPanel, 0.0f);',
    'std::fill(panel + k * kPanel + count, panel + (k + 1) * kPanel, panel[0]);'
  ),
  fault(
    'panels are packed row by row, not transposed',
    'pack.cpp',
    'panel[k * kPanel + o] = row[k];',
    'panel[o * rows.cols + k] = row[k];'
  ),

  // Attention and the other stages.
  fault(
    'scores divided by d, not by its root',
    head,
    '1.0f / std::sqrt(static_cast<float>(head_width))',
    '1.0f / static_cast<float>(head_width)'
  ),
  fault('keys after those in sight keep their scores', head, 'fill_outside(row, seen, 0.0f);', ''),
  fault('the last key is never seen', head, 'return {0, keys};', 'return {0, keys - (keys > 1)};'),
  fault('the mask is asked for the row of the block', head, 'mask.visible(query, keys)', 'mask.visible(r, keys)'),
  fault(
    'kept weights are not divided by their sum',
    head,
    'if (kept.weights.data != nullptr) kernels::scale_row(weights.row(r), factors[r]);',
    ''
  ),
  fault(
    'scaled scores of every block go to the first',
    head,
    'kernels::scaled_copy(scores.row(r), scale, kept.scaled.row(query));',
    'kernels::scaled_copy(scores.row(r), scale, kept.scaled.row(r));'
  ),
  fault('the context is not divided by the sum of weights', head, 'kernels::scale_row(block.row(r), factors[r]);', ''),
  fault(
    'queries and keys are swapped',
    attention,
    '{{&weights.query, run.queries}, {&weights.key, run.keys},',
    '{{&weights.key, run.queries}, {&weights.query, run.keys},'
  ),
  fault(
    'a trace keeps the head next to the one asked for',
    attention,
    'places(run.heads, layer * run.sizes().heads + head)',
    'places(run.heads, layer * run.sizes().heads + (head + 1) % run.sizes().heads)'
  ),
  fault(
    'every sequence attends to the first',
    attention,
    'return all.row_block(first, count)',
    'return all.row_block(0 * first, count)'
  ),
  fault(
    'the residual of attention is left out',
    attention,
    '{{&weights.output, run.hidden}}, linear_add)',
    '{{&weights.output, run.hidden}}, linear)'
  ),
  fault('positions count from one', 'embedding.cpp', 'return next_++;', 'return ++next_;'),
  fault(
    'positions go on from sequence to sequence',
    'embedding.cpp',
    '    positions.begin_sequence(run.past(s));\n',
    '    if (t == 0) positions.begin_sequence(run.past(s));\n'
  ),
  fault(
    'every token is of the first segment',
    'embedding.cpp',
    'static_cast<std::size_t>(batch.types[t])',
    'static_cast<std::size_t>(0 * batch.types[t])'
  ),
  fault('the feed-forward layer has no gelu', 'feed_forward.cpp', 'linear_gelu)', 'linear)'),
  fault('the residual of feed-forward is left out', 'feed_forward.cpp', 'linear_add)', 'linear)'),
  fault('every text is pooled from the first one', 'pooling.cpp', 'first += lengths[s];', ''),
  fault('CLS pooling takes the last token', 'pooling.cpp', 'tokens.row(0)', 'tokens.row(tokens.rows - 1)'),
  fault(
    'the embedding is normalised where it should not be',
    'pooling.cpp',
    'if (facts.normalize)',
    'if (!facts.normalize)'
  ),
  fault(
    'layers run from last to first',
    run,
    'layer(state.layers_done++, state.forward)',
    'layer(layers - 1 - state.layers_done++, state.forward)'
  ),
  fault(
    'a hidden state is kept a layer too early',
    run,
    'layer(state.layers_done++, state.forward);',
    'layer(state.layers_done, state.forward);\n  state.keep_hidden();\n  ++state.layers_done;'
  ),
  fault(
    'a layer keeps its heads in its neighbour',
    attention,
    'places(run.heads, layer * run.sizes().heads + head)',
    'places(run.heads, (layer ^ 1) % run.sizes().layers * run.sizes().heads + head)'
  ),
  fault(
    'a result that is not finite is given',
    run,
    '    return non_finite();\n  }\n  if (decoding',
    '  }\n  if (decoding'
  ),

  // Text.
  fault('an emoji is one unit of UTF-16', 'offsets.cpp', 'point > 0xFFFF ? 2 : 1', 'point > 0x1FFFF ? 2 : 1'),
  fault('of two texts of one length the first keeps more', 'template.cpp', 'first > second;', 'first >= second;'),
  fault(
    'an unknown word ends a character early',
    'word_piece.cpp',
    'word.last_source() + 1, number',
    'word.last_source(), number'
  ),
  fault('one token less than the limit is kept', 'tokens.h', 'if (total < limit) {', 'if (total + 1 < limit) {'),
  fault('a word of exactly the limit is too long', 'word_piece.h', 'characters_ > limit_', 'characters_ >= limit_'),
  fault(
    'the shortest added token is taken',
    'added_tokens.cpp',
    'low->content.size() == depth + 1)',
    'low->content.size() == depth + 1 && longest == nullptr)'
  ),
  fault('marks that move take their sources along', 'normaliser.cpp', 'mark.source = place;', ''),
  fault(
    'marks are not put in order',
    'normaliser.h',
    'fold(mark.point, mark.source);',
    'fold(marks_.ordered().front().point, mark.source);'
  ),
  fault(
    'an added token is always of the first text',
    'assemble.cpp',
    'append_added(out, part, text_before)',
    'append_added(out, part, 0)'
  ),
  fault(
    'the words of a second text count from one',
    'assemble.cpp',
    'copy(out.words, &Tokens::Token::word);',
    'copy(out.words, &Tokens::Token::word);\n  if (kept > 0 && part.kind == TemplatePart::Kind::kSecond) ++out.words.back();'
  ),

  // Files.
  fault('holes between tensors pass', safetensors, 'if (tensor.begin != expected)', 'if (tensor.begin < expected)'),
  fault(
    'bytes after the last tensor pass',
    safetensors,
    'if (expected == data_bytes) return',
    'if (expected <= data_bytes) return'
  ),
  fault('the length is read big end first', safetensors, '<< (8 * i)', '<< (8 * (7 - i))'),
  fault('a header may be eight bytes too long', safetensors, 'if (length > rest)', 'if (length > rest + 8)'),
  fault(
    'a tensor may have more bytes than its shape',
    safetensors,
    'if (size->bytes != tensor.end - tensor.begin)',
    'if (size->bytes > tensor.end - tensor.begin)'
  ),
  fault('a key may occur twice', 'json.cpp', 'return inserted;', 'return true;'),
  fault(
    'nesting is not counted',
    'json.cpp',
    'if (open_.size() + taken_ >= kMaxJsonDepth)',
    'if (open_.size() + taken_ >= 1000 * kMaxJsonDepth)'
  ),
  fault(
    'a product that wraps passes',
    'checked.h',
    'b > std::numeric_limits<std::uint64_t>::max() / a)',
    'b > std::numeric_limits<std::uint64_t>::max() / a + 1)'
  ),
  fault(
    'the largest sum is refused',
    'checked.h',
    'b > std::numeric_limits<std::uint64_t>::max() - a)',
    'b >= std::numeric_limits<std::uint64_t>::max() - a)'
  ),
  fault('heads need not divide the width', config, 'width % stack.heads != 0', 'width < stack.heads'),
  fault('an epsilon of one passes', config, 'rounded < 1)', 'rounded <= 1)'),
  fault(
    'keys and values are swapped',
    'layer.cpp',
    'linear(attention.key, "attention.key", names.key,',
    'linear(attention.key, "attention.key", names.value,'
  ),

  // Families.
  fault(
    'the bias of the values is that of the keys',
    'layer.cpp',
    'names.value, heads, width);',
    'names.value, heads, width);\n  tensors.vector(attention.value.bias, ours + "other", {theirs + std::string(names.key) + ".bias"}, heads);'
  ),
  fault(
    'RoBERTa begins its positions a row too early',
    'roberta.cpp',
    'facts.first_position = padding + 1;',
    'facts.first_position = padding;'
  ),
  fault('a typed padding token is counted', 'embedding.cpp', 'if (id == facts_.uncounted_token)', 'if (id == -1)'),
  fault(
    'a typed padding token counts though it keeps its place',
    'embedding.cpp',
    'return facts_.first_position - 1;',
    'return ++next_, facts_.first_position - 1;'
  ),
  fault(
    "DistilBERT's norms read the file's epsilon",
    'distilbert.cpp',
    '.epsilon = {},',
    '.epsilon = "layer_norm_eps",'
  ),
  fault(
    "RoBERTa's answer has the layers' activation",
    'roberta.cpp',
    'kNames, Activation::kGelu)',
    'kNames, facts.activation)'
  ),
  fault(
    "ELECTRA's answer has the layers' activation",
    'electra.cpp',
    'kNames, Activation::kGelu)',
    'kNames, facts.activation)'
  ),
  fault(
    'gelu_new is the exact gelu',
    'facts.cpp',
    '{"gelu_new", Activation::kGeluTanh}',
    '{"gelu_new", Activation::kGelu}'
  ),
  fault(
    'quick_gelu is the exact gelu',
    'facts.cpp',
    '{"quick_gelu", Activation::kGeluQuick}',
    '{"quick_gelu", Activation::kGelu}'
  ),
  fault(
    'the projection of the embedding comes before its norm',
    'embedding.cpp',
    'kernels::layer_norm(sum, weights.norm.gain, weights.norm.bias,',
    'if (!facts.projects_embedding) kernels::layer_norm(sum, weights.norm.gain, weights.norm.bias,'
  ),
  fault('a word has no bias', 'tied_output.cpp', 'row[v] += bias[first + v];', ';'),
  fault(
    "a masked word's own bias goes before the decoder's",
    words,
    'has_bias ? names.decoder_bias',
    '!has_bias ? names.decoder_bias'
  ),
  fault(
    'a masked word has no norm',
    words,
    'share_norm(threads, transformed, weights.norm, facts.layer_norm_epsilon);',
    ''
  ),
  fault('a table of its own is not read', words, 'output.table = &own_decoder;', ''),
  // Decoders.
  fault('a word looks one ahead', head, 'std::min(past + query + 1, keys)', 'std::min(past + query + 2, keys)'),
  fault(
    'a word does not see itself',
    head,
    'std::min(past + query + 1, keys)',
    'std::max(past + query, std::size_t{1})'
  ),
  fault('a block of queries computes too few keys', head, 'std::max(all.last, own.last)', 'all.last'),
  fault(
    'a value joins the row before its own',
    'pack.cpp',
    'memory + first * capacity + at * kPanel',
    'memory + first * capacity + (at == 0 ? 0 : at - 1) * kPanel'
  ),
  fault(
    'a cache that grows forgets its last row',
    'cache.cpp',
    'larger->rows_ = rows_;',
    'larger->rows_ = rows_; --larger->rows_[0];'
  ),
  fault(
    'beams share the memory of one',
    'cache.cpp',
    'copy(*this, slots_[parents[i]], slots[i], rows[i]);',
    'slots[i] = slots_[parents[i]];'
  ),
  fault('rms norm takes the sum for the mean', rows, '(squares) / width + epsilon)', '(squares) + epsilon)'),
  fault(
    'sines and cosines in turn',
    'embedding.cpp',
    'row[half + j] = static_cast<float>(std::cos(angle(j)));',
    'row[2 * j + 1] = static_cast<float>(std::cos(angle(j)));'
  ),
  fault('words are not scaled', 'bart.cpp', 'if (config.flag("scale_embedding", false))', 'if (false)'),
  fault('Marian has no bias of its logits', 'marian.cpp', '.answer_bias = "final_logits_bias"', '.answer_bias = {}'),
  fault('BART begins its positions at the first row', 'bart.cpp', 'facts.first_position = kFirstPosition;', ''),
  fault('BART has no norm after its embedding', 'bart.cpp', '.first_norm = "layernorm_embedding",', ''),
  fault("T5's scores are scaled", 't5.cpp', 'facts.scales_scores = false;', ''),
  fault(
    "T5's decoder has buckets for both sides",
    'encoder_decoder.cpp',
    'weights.relative.one_sided = is_decoder;',
    ''
  ),
  fault("T5's far distances are not alike", 'relative_bias.cpp', 'buckets - exact)', 'buckets - exact - 1)'),
  fault('a gate is left out', 'feed_forward.cpp', 'kernels::multiply(run.gate.row(row), run.inner.row(row));', ';'),
  fault("the gate's gelu is the exact one", 't5.cpp', 'activation = "gelu_new";', ';'),
  fault(
    'a tied T5 does not scale its answer',
    't5.cpp',
    'config.flag("scale_decoder_outputs", facts.ties_words)',
    'false'
  ),
  fault('a head that is not tied is not read', 'next_word.cpp', 'output.table = &own_table;', ''),
  fault(
    "GPT-2's matrices are not turned",
    'tensors.cpp',
    'if (auto done = turn(index_.tensors[i]); !done) return done;',
    ''
  ),
  fault("GPT-2's queries and keys are swapped", 'gpt2.cpp', '"attention.query", 0)', '"attention.query", 1)'),
  fault('GPT-2 does not scale by layer', 'gpt2.cpp', 'if (facts.scales_by_layer)', 'if (false)'),
  fault('the last norm is left out', 'gpt2.cpp', 'normalise(last_norm_, run);', '(void)run;'),
  fault(
    'cross-attention sees the decoder',
    'attention.cpp',
    'run.source->read(0, layer, head, queries)',
    'run.cache->read(0, layer, head, queries)'
  ),
  fault(
    'a repetition is made likelier',
    'rules.cpp',
    'score < 0 ? score * factor : score / factor',
    'score < 0 ? score / factor : score * factor'
  ),
  fault(
    'beams forget what length is worth',
    'beams.cpp',
    'std::pow(static_cast<double>(length), settings_.length_penalty)',
    '1.0'
  ),
  fault(
    'a finished beam counts the prompt',
    'beams.cpp',
    'for_length(score, length + 1 - prompt_)',
    'for_length(score, length + 1)'
  ),

  fault('the exponent of float16 is one off', 'kernels/half.h', 'exponent + 112', 'exponent + 113'),
  fault('the subnormals of float16 are half as large', 'kernels/half.h', '0x1p-24f', '0x1p-25f')
]
