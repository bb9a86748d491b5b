"""Runs SQL in Spark. In: JSON with "setUp" (statements) and "questions" (texts by name). Out, as a file: rows by name, in JSON."""

import json
import sys

from local_cluster import local_cluster

asked = json.load(sys.stdin)
spark = local_cluster(sys.argv[2]).getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
for statement in asked["setUp"]:
    spark.sql(statement)
rows = {name: [row.asDict() for row in spark.sql(text).collect()] for name, text in asked["questions"].items()}
workers = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
spark.stop()
with open(sys.argv[1], "w", encoding="utf-8") as answers:
    json.dump({"workers": workers, "rows": rows}, answers, default=float)
