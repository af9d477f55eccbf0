/** What may stand at a place of a request. Numbers point into `shapes`. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | { one: string[] }
  | { any: number[] }
  | { list: number }
  | { map: number }
  | { fields: Record<string, number>; required?: string[] }

export interface Shapes {
  /** By the name of the SDK's declaration, such as `SubscriptionCreateParams`. */
  requests: Record<string, number>
  shapes: Shape[]
}
