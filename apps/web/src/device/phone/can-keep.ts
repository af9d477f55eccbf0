import type * as browsers from '../can-keep.ts'

export { isNoRoom } from '../can-keep.ts'

export const canKeep = (): boolean => true

canKeep satisfies typeof browsers.canKeep
