"""Embeds the lines of a text file through Spark: each partition is piped through `attnscope embed`.

    python spark.py TEXTS OUTPUT --model FOLDER [--partitions N] [--attnscope COMMAND] [--master local[2]]

OUTPUT becomes a folder of JSON Lines, whose parts in the order of their names have the order of the texts:
{"index": 0, "id": 0, "embedding": [...]}, where index counts within the partition. Needs pyspark and a Java on the machine that runs it, and Node with attnscope on every worker.
"""

import argparse
import json
import shlex

from pyspark.sql import SparkSession


def embed(texts, model, partitions, attnscope):
    """An RDD of (text, number) becomes one of JSON lines, in the same order."""
    program = f"{attnscope} embed --from jsonl --keep id --model {shlex.quote(model)}"
    # 3 says that some records failed: they carry an error in place of an embedding, and the others stand.
    command = f"sh -c {shlex.quote(program + ' || test $? -eq 3')}"
    return (
        texts.coalesce(partitions)
        .map(lambda pair: json.dumps({"text": pair[0], "id": pair[1]}))
        .pipe(command, checkCode=True)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts")
    parser.add_argument("output")
    parser.add_argument("--model", required=True)
    parser.add_argument("--partitions", type=int, default=2)
    parser.add_argument("--attnscope", default="npx attnscope")
    parser.add_argument("--master", default="local[2]")
    args = parser.parse_args()

    spark = SparkSession.builder.master(args.master).config("spark.ui.enabled", "false").getOrCreate()
    lines = spark.sparkContext.textFile(args.texts, minPartitions=args.partitions)
    embed(lines.zipWithIndex(), args.model, args.partitions, args.attnscope).saveAsTextFile(args.output)
    spark.stop()


if __name__ == "__main__":
    main()
