"""A run on a Ray cluster: one process of papert for each shard. Not tested: written from Ray's documentation.

    python ray_shards.py 16 /shared/runs/whole shapecode --data /shared/eval_v1 --model openai/NAME

The parts and the data lie on a file system that all nodes see.
"""

import glob
import subprocess
import sys

import ray

PARTS = "/shared/parts"


@ray.remote(num_cpus=1, max_retries=3)  # a shard that is started again resumes
def shard(index, count, words):
    command = ["papert", "eval", *words, "--shard", f"{index}/{count}", "--log-dir", PARTS, "--display", "none"]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=True).returncode


if __name__ == "__main__":
    ray.init(address="auto")
    count = int(sys.argv[1])
    ray.get([shard.remote(index, count, sys.argv[3:]) for index in range(count)])
    subprocess.run(["papert", "merge", *glob.glob(PARTS + "/*.s*of*"), "--out", sys.argv[2]], check=True)
