"""Runs SQL in Spark. In: JSON with "setUp" (statements) and "questions" (texts by name). Out, as a file: rows by name, in JSON."""

import json
import sys

from pyspark.sql import SparkSession

asked = json.load(sys.stdin)
spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.executor.memory", "1g")
    .config("spark.sql.warehouse.dir", sys.argv[2])
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
for statement in asked["setUp"]:
    spark.sql(statement)
rows = {name: [row.asDict() for row in spark.sql(text).collect()] for name, text in asked["questions"].items()}
workers = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
spark.stop()
with open(sys.argv[1], "w", encoding="utf-8") as answers:
    json.dump({"workers": workers, "rows": rows}, answers, default=float)
