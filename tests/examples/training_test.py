"""Whether examples/training says what the papers say: every YAML is parsed, every key must be one that the trainer
knows, every value is marked as published or ours, and the values are those of the table below. The scripts must
compile, and the reward must know a right reply from a wrong one.

    training_test.py PAPERT      exit code 77 where PyYAML is missing
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: PyYAML is missing (apt-get install python3-yaml)")
    sys.exit(77)

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "training"

# Of LLaMA-Factory's model, data and finetuning arguments (January 2026) and of transformers' training arguments: those
# that these files may use.
KNOWN = set("""model_name_or_path adapter_name_or_path image_max_pixels image_min_pixels trust_remote_code flash_attn
    template dataset eval_dataset dataset_dir media_dir cutoff_len preprocessing_num_workers max_samples val_size packing
    stage finetuning_type lora_rank lora_alpha lora_dropout lora_target oft_rank oft_block_size oft_target
    freeze_vision_tower freeze_multi_modal_projector freeze_language_model
    do_train do_eval eval_strategy per_device_train_batch_size per_device_eval_batch_size gradient_accumulation_steps
    learning_rate lr_scheduler_type warmup_ratio num_train_epochs seed bf16 logging_steps save_strategy output_dir
    report_to deepspeed ddp_timeout""".split())

TURTLE = {"stage": "sft", "finetuning_type": "lora", "lora_rank": 128, "lora_alpha": 256, "lora_target": "all",
          "freeze_vision_tower": False, "freeze_multi_modal_projector": True, "learning_rate": 1e-4,
          "lr_scheduler_type": "cosine", "warmup_ratio": 0.1, "num_train_epochs": 1, "bf16": True,
          "image_max_pixels": 512 * 512, "cutoff_len": 4096, "eval_dataset": "papert_validation", "batch": 128}
XLOGO = {"finetuning_type": "lora", "lora_rank": 32, "lora_alpha": 128, "learning_rate": 1e-4, "num_train_epochs": 8,
         "template": "empty", "seed": 1, "batch": 4}
SIT = {"finetuning_type": "lora", "learning_rate": 1e-4, "num_train_epochs": 1, "per_device_train_batch_size": 1,
       "lora_rank": 16, "template": "llama3", "batch": 8}
ONE_GPU = {**SIT, "learning_rate": 2e-4, "per_device_train_batch_size": 2, "batch": 2}
OFT = {**SIT, "finetuning_type": "oft", "oft_rank": 16}
del OFT["lora_rank"]
TABLE = {
    "turtleai-qwen2vl-7b": {**TURTLE, "template": "qwen2_vl"},
    "turtleai-qwen2vl-72b": {**TURTLE, "template": "qwen2_vl", "num_train_epochs": 2},
    "turtleai-pixtral-12b": {**TURTLE, "template": "pixtral"},
    "xlogo-llama3-8b": XLOGO,
    "xlogo-llama2-7b": XLOGO,
    "xlogo-llava-13b": {"lora_rank": 128, "lora_alpha": 256, "learning_rate": 2e-4, "cutoff_len": 2048,
                        "num_train_epochs": 3, "template": "llava", "batch": 16},
    "sgp-sit-llama31-8b": SIT,
    "sgp-sit-llama31-8b-oft": OFT,
    "sgp-sit-llama3-8b": ONE_GPU,
    "sgp-sit-gemma-7b": {**ONE_GPU, "template": "gemma"},
    "sgp-mixed-llama31-8b": SIT,
}

problems = []


def check(condition, text):
    if not condition:
        problems.append(text)


def check_marks(path):
    for line in path.read_text().splitlines():
        if line.startswith(("#", " ")):
            continue
        check(re.search(r"  # (published|ours)", line), f"{path.name}: neither published nor ours: {line}")


def check_llama_factory(path, wanted):
    config = yaml.safe_load(path.read_text())
    for key in config:
        check(key in KNOWN, f"{path.name}: LLaMA-Factory has no argument '{key}'")
    check(not {"val_size", "eval_dataset"} <= set(config), f"{path.name}: val_size beside eval_dataset is refused")
    gpus = int(re.search(r"on (\d+) GPU", path.read_text()).group(1))
    config["batch"] = gpus * config["per_device_train_batch_size"] * config["gradient_accumulation_steps"]
    for key, value in wanted.items():
        check(config.get(key) == value, f"{path.name}: {key} is {config.get(key)!r}, not {value!r}")


def check_reward(papert):
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/tasks"
        subprocess.run([papert, "mint", "shapecode", "--seed", "1", "--count", "1", "--tier", "easy", "--out", data],
                       check=True, stdout=subprocess.DEVNULL)
        os.environ.update(PAPERT=papert, PAPERT_DATA=data)
        sys.path.insert(0, str(FOLDER))
        import papert_reward
        sft = folder + "/sft"
        subprocess.run([papert, "datagen", "sft", "shapecode", "--data", data, "--out", sft, "--allow-evaluation",
                        "--display", "none"], check=True, stdout=subprocess.DEVNULL)
        line = json.loads(open(sft + "/train.jsonl").readline())
        right = line["messages"][1]["content"]
        extra = {"suite": "shapecode", "task": line["id"]}
        check(papert_reward.compute_score("", right, "", extra) == 1, "the reward of a right reply is not 1")
        rewards = papert_reward.trl_reward([right, [{"content": "no"}]], ["shapecode"] * 2, [line["id"]] * 2)
        check(rewards == [1, 0], f"the rewards of a right and a wrong reply are {rewards}")
        try:
            papert_reward.score("shapecode", "unknown", "no")
            problems.append("an unknown task has a reward")
        except ValueError:
            pass
        for scorer in papert_reward._scorers.values():
            scorer.stdin.close()
            scorer.stdout.close()
            scorer.wait()


names = {path.stem for path in FOLDER.glob("*.yaml")}
check(names == set(TABLE) | {"axolotl"}, f"other files than in the table: {sorted(names ^ set(TABLE))}")
for path in sorted(FOLDER.glob("*.yaml")):
    check_marks(path)
    if path.stem in TABLE:
        check_llama_factory(path, TABLE[path.stem])
axolotl = yaml.safe_load((FOLDER / "axolotl.yaml").read_text())
for key, value in {"chat_template": "qwen2_vl", "remove_unused_columns": False, "skip_prepare_dataset": True,
                   "sample_packing": False, "lora_r": 128, "lora_alpha": 256, "learning_rate": 1e-4}.items():
    check(axolotl.get(key) == value, f"axolotl.yaml: {key} is {axolotl.get(key)!r}, not {value!r}")
for path in FOLDER.glob("*.py"):
    compile(path.read_text(), path.name, "exec")
subprocess.run(["bash", "-n", str(FOLDER / "verl.sh")], check=True)
for path in FOLDER.glob("*"):
    if path.suffix in {".yaml", ".py", ".sh"}:
        check(len(path.read_text().splitlines()) <= 40, f"{path.name} has more than 40 lines")
check_reward(sys.argv[1])
print("\n".join(problems) or f"{len(names)} configurations are as the table has them")
sys.exit(1 if problems else 0)
