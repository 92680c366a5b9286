#!/usr/bin/env bash
# Reinforcement learning (GRPO) with verl on what papert export --format verl --split 9,1 wrote.
#
#     PAPERT_DATA=tasks verl.sh FOLDER
#
# All values are ours: no such run is published.
set -euo pipefail
folder=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
export PAPERT_DATA

python3 -m verl.trainer.main_ppo \
  algorithm.adv_estimator=grpo \
  data.train_files="$folder/train.parquet" \
  data.val_files="$folder/validation.parquet" \
  data.image_key=images \
  data.train_batch_size=128 \
  data.max_prompt_length=4096 \
  data.max_response_length=1024 \
  actor_rollout_ref.model.path=Qwen/Qwen2-VL-7B-Instruct \
  actor_rollout_ref.actor.optim.lr=1e-6 \
  actor_rollout_ref.actor.ppo_mini_batch_size=64 \
  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 \
  actor_rollout_ref.rollout.name=vllm \
  actor_rollout_ref.rollout.n=8 \
  actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=4 \
  actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu=4 \
  custom_reward_function.path="$here/papert_reward.py" \
  custom_reward_function.name=compute_score \
  trainer.n_gpus_per_node=8 \
  trainer.nnodes=1 \
  trainer.total_epochs=1 \
  trainer.project_name=papert \
  trainer.experiment_name=grpo
