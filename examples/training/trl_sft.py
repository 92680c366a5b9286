"""Fine-tunes a vision model with TRL on what papert export --format trl wrote.

    python trl_sft.py FOLDER
"""
import sys

from datasets import load_dataset
from peft import LoraConfig
from trl import SFTConfig, SFTTrainer

data = load_dataset("imagefolder", data_dir=sys.argv[1])
config = SFTConfig(
    output_dir="saves/trl-sft",
    max_length=None,  # a cut would fall into a picture
    learning_rate=1e-4,  # published
    lr_scheduler_type="cosine",  # published
    warmup_ratio=0.1,  # published
    num_train_epochs=1,  # published
    per_device_train_batch_size=2,  # ours: 128 in all on 8 GPUs
    gradient_accumulation_steps=8,  # ours
    bf16=True,  # ours
)
lora = LoraConfig(r=128, lora_alpha=256, target_modules="all-linear")  # published
trainer = SFTTrainer("Qwen/Qwen2-VL-7B-Instruct", args=config, train_dataset=data["train"],
                     eval_dataset=data.get("validation"), peft_config=lora)
trainer.train()
trainer.save_model()
