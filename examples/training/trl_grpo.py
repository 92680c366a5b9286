"""Reinforcement learning (GRPO) with TRL on what papert export --format trl --for rl wrote.

    PAPERT_DATA=tasks python trl_grpo.py FOLDER
"""
import sys

from datasets import load_dataset
from peft import LoraConfig
from trl import GRPOConfig, GRPOTrainer

from papert_reward import trl_reward

data = load_dataset("imagefolder", data_dir=sys.argv[1])
config = GRPOConfig(  # all of it ours: no such run is published
    output_dir="saves/trl-grpo",
    learning_rate=1e-5,
    num_generations=8,
    max_completion_length=1024,
    per_device_train_batch_size=8,
    bf16=True,
)
lora = LoraConfig(r=128, lora_alpha=256, target_modules="all-linear")
trainer = GRPOTrainer("Qwen/Qwen2-VL-7B-Instruct", reward_funcs=trl_reward, args=config,
                      train_dataset=data["train"], peft_config=lora)
trainer.train()
trainer.save_model()
