"""Replies in a Spark data set, scored where they lie: papert score takes lines and gives lines, which is what pipe() wants.
Not tested: written from Spark's documentation.

    spark-submit spark_score.py hdfs:///replies hdfs:///scores

Each partition starts one papert, so give partitions of 100,000 lines or more. No shards and no merge: what a line asks
for never depends on another, and "key" comes back as it was given.
"""

import sys

from pyspark import SparkContext

context = SparkContext(appName="papert score")
replies = context.textFile(sys.argv[1])
replies.pipe("papert score xlogo --mint 7 --count 1000 --answers -").saveAsTextFile(sys.argv[2])
