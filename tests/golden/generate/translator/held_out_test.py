"""That training has nothing of what is held out: `python3 tests/golden/generate/translator/held_out_test.py`. Needs no package."""

import json
import unittest
from itertools import islice
from pathlib import Path

from corpus import APART, ARTICLES, LENGTH, LONGEST, SEED, bare_words, combination, corpus, digest, drawn, words_of
from lexicon import NAMES, NOUNS

CARD = Path(__file__).resolve().parents[4] / "web" / "public" / "translator" / "card.json"
PARTS = corpus()
TRAINING = PARTS["training"]
WRITTEN = {bare_words(sentence.english) for sentence in TRAINING}


class HeldOut(unittest.TestCase):
    def test_this_is_what_the_shipped_model_learnt(self):
        self.assertEqual(
            json.loads(CARD.read_text(encoding="utf-8"))["data"]["sha256"], digest(TRAINING), "train it anew: make.py"
        )

    def test_no_sentence_of_the_articles_with_or_without_marks(self):
        for text in ARTICLES:
            self.assertNotIn(bare_words(words_of(text)), WRITTEN, text)

    def test_nor_their_words_together_in_any_form(self):
        forms = {
            "chase": {"chase", "chases", "chased", "chasing"},
            "cross": {"cross", "crosses", "crossed", "crossing"},
            "eat": {"eat", "eats", "ate", "eaten", "eating"},
            "see": {"see", "sees", "saw", "seen", "seeing"},
            "dog": {"dog", "dogs"},
            "animal": {"animal", "animals"},
        }
        for together in APART[:-1]:
            for words in WRITTEN:
                self.assertFalse(all(forms.get(word, {word}) & set(words) for word in together), words)

    def test_no_sentence_has_saw_twice(self):
        # "saw" is a verb or a thing there, and never both.
        for words in WRITTEN:
            self.assertLess(words.count("saw"), 2, words)

    def test_no_pair_that_is_held_out(self):
        for sentence in TRAINING:
            self.assertEqual(combination(sentence), [], sentence.english)
        self.assertTrue(all(combination(sentence) for sentence in PARTS["combinations"]))

    def test_a_share_of_all_pairs_is_held_out(self):
        seen = {pair for sentence in TRAINING for pair in sentence.pairs}
        kept = {pair for sentence in PARTS["combinations"] for pair in combination(sentence)}
        self.assertTrue(0.08 < len(kept) / len(seen | kept) < 0.2, len(kept) / len(seen | kept))

    def test_the_parts_share_no_sentence(self):
        for name in ("combinations", "like", "long"):
            self.assertFalse(WRITTEN & {bare_words(sentence.english) for sentence in PARTS[name]}, name)

    def test_no_sentence_as_long_as_the_unseen_length(self):
        self.assertLessEqual(max(len(sentence.english) for sentence in TRAINING), LONGEST)
        self.assertGreaterEqual(min(len(sentence.english) for sentence in PARTS["long"]), LENGTH)
        self.assertLess(LONGEST, LENGTH)

    def test_every_word_that_is_asked_for_was_taught(self):
        english = {word for sentence in TRAINING for word in sentence.english}
        chinese = {word for sentence in TRAINING for word in sentence.chinese}
        for name in ("combinations", "like", "long"):
            for sentence in PARTS[name]:
                self.assertLessEqual(set(sentence.english), english)
                self.assertLessEqual(set(sentence.chinese), chinese)
        for text in ARTICLES:
            self.assertLessEqual(set(words_of(text)), english, text)

    def test_gold_links_are_places_of_the_sentence(self):
        for sentence in TRAINING:
            self.assertEqual(len(sentence.links), len(sentence.chinese))
            self.assertTrue(all(0 <= at < len(sentence.english) for links in sentence.links for at in links), sentence)
            self.assertTrue(all(word and " " not in word for word in sentence.chinese), sentence)

    def test_names_and_measure_words_are_linked_to_what_they_belong_to(self):
        measures = {noun.measure for noun in NOUNS.values()} - {""}
        nouns = {form for noun in NOUNS.values() for form in (noun.en, noun.plural)} | {
            "cup",
            "cups",
            "bottle",
            "bottles",
            "piece",
            "pieces",
            "home",
        }
        chinese_names = {zh: en for en, zh in NAMES.items()}
        preposition = "把"  # also what stands before an object
        for sentence in TRAINING:
            for word, links in zip(sentence.chinese, sentence.links, strict=True):
                linked = {sentence.english[at] for at in links}
                if word in chinese_names:
                    self.assertEqual(linked, {chinese_names[word]}, sentence)
                elif word in measures and word != preposition and linked:
                    self.assertTrue(linked & nouns, (word, sentence))

    def test_one_english_sentence_has_one_translation(self):
        found = {}
        for sentence in islice(drawn(SEED), 40_000):
            chinese = tuple(word for word in sentence.chinese if word not in "。？")
            self.assertEqual(found.setdefault(bare_words(sentence.english), chinese), chinese, sentence.english)


if __name__ == "__main__":
    unittest.main()
