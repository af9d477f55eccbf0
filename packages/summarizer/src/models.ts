import { BOUNDARY_FEATURES, BOUNDARY_STEP } from './generated/boundary-model.ts'
import { COMMON_WORDS } from './generated/common-words.ts'
import { type BoundaryModel, unpackBoundaryModel } from './reading/boundary-model.ts'

/** Everything the engine has learnt. The evaluation passes models trained without the documents it scores. */
export interface Models {
  boundaries: BoundaryModel
  /** Words known to be written in lower case. */
  common: ReadonlySet<string>
}

let shipped: Models | undefined

/** The models of this package, unpacked at first use. */
export function shippedModels(): Models {
  shipped ??= {
    boundaries: unpackBoundaryModel(BOUNDARY_FEATURES, BOUNDARY_STEP),
    common: new Set(COMMON_WORDS.split(' ')),
  }
  return shipped
}
