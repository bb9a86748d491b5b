"""Spark on this machine: a driver and two workers with a core each, all on 127.0.0.1."""

from pyspark.sql import SparkSession


def local_cluster(warehouse):
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.executor.memory", "1g")
        .config("spark.sql.warehouse.dir", warehouse)
    )
