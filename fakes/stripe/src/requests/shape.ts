/** Type of a request field. Numbers are indexes into `shapes`. */
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
  /** Shape index by the SDK's type name, such as `SubscriptionCreateParams`. */
  requests: Record<string, number>
  shapes: Shape[]
}
