/** Kinds of ComfyUI's node types: its core, and the large families of its extensions. */
import { textOf } from '#lib/json/json.ts'
import { byPattern, typesByKind, type TypesOfKind, type TypeTable } from './type-table.ts'

const rows: readonly TypesOfKind[] = [
  ['embedding', 'CLIPTextEncode, CLIPVisionEncode'],
  ['model', 'UltimateSDUpscale, KSampler, KSamplerAdvanced, SamplerCustom, Sage_CLIPSelector, Sage_LLMPromptText'],
  ['model', 'Sage_LLMPromptVision'],
  // Wires that are not drawn, and points that a wire goes through.
  ['transform', 'GetNode, SetNode, Reroute'],
  ['transform', 'FacialPartColoringFromPoseKps, ControlNetApply, ControlNetApplyAdvanced, ColorMatch'],
  ['transform', 'Sage_ConstructLLMPrompt, Sage_ConstructLLMPromptExtra, Sage_SetText, SageSetWildcardText'],
  ['file', 'CloudUpload'],
  ['vector-store', 'Griptape RAG: Engine'],
  ['merge', 'Griptape Combine: RAG Module List'],
  ['output', 'Terminal Log //CM'],
]

/** Their words mislead: "ImageBatch", "FilterMask". */
const wordsOf = () => ''

export const comfyuiTypes: TypeTable = {
  typeOf: (original) => textOf(original['type']) || textOf(original['class_type']),
  types: typesByKind(rows),
  byFamily: byPattern([
    [/^Griptape Embedding Driver/, 'embedding'],
    [/^Griptape Vector Store Driver/, 'vector-store'],
    [/^Griptape (?:Tool|RAG Rerank|Rerank Driver)/, 'tool'],
    [/^Griptape RAG Retrieve: Text Loader/, 'parser'],
    [/^Griptape (?:Create|Run): Agent/, 'agent'],
    // A config of an agent is a choice of its models.
    [/^Griptape (?:Agent Config|[\w ]*Driver|RAG Response)/, 'model'],
    [/^Griptape Display/, 'output'],
    [/^Griptape (?:Create: Text|Convert|Merge)/, 'transform'],
    [/^CLIPTextEncode/, 'embedding'],
    [/Load[ _]?(?:Image|Video|Audio|Mask|Latent)|^(?:Image|Video|Audio)[ _]?Load/, 'file'],
    [/Save[ _]?(?:Image|Video|Audio|Animated|WEBM|Latent|GLB|SVG|PoseKps)/, 'file'],
    [/loader|^ModelSampling|KSampler|_sample$|^Sampler/i, 'model'],
    [/^(?:Preview|Show|Display)|ViewAnything|Comparer/, 'output'],
    [/Preprocessor$|^VAE(?:Decode|Encode)|^SUPIR_(?:decode|encode|first_stage|conditioner)$/, 'transform'],
    [/^Empty\w*Latent|^Latent|^Conditioning|^Primitive|^String|^Text/, 'transform'],
    [
      /^(?:Image|Mask)(?:Resize|Scale|Crop|Pad|Blend|Blur|Invert|Batch|Upscale|Composite|Sharpen|Rotate|Flip)/,
      'transform',
    ],
    [/(?:Image|Mask|Latent|Text|Video)To(?:Image|Mask|Latent|Text|Video)/, 'transform'],
  ]),
  wordsOf,
}
