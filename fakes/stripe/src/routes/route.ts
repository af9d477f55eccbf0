import type { Account } from '../account.ts'

/** One endpoint. `:id` in its path is passed to `run` as `id`. */
export interface Route<Params = object> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** SDK type of its parameters. Without it, only `expand` is accepted. */
  params?: string
  /** Parameters that the fake supports. Others are rejected. */
  supports: readonly string[]
  /** Can be called with the publishable key and the object's client secret. */
  isPublic?: boolean
  run(call: Call<Params>): object
}

export interface Call<Params = object> {
  account: Account
  params: Params
  id: string
  /** Called with the publishable key, as by a browser. */
  isPublic: boolean
  clientSecret: string | undefined
  apiVersion: string | undefined
}

/** Types the parameters of one route, so that routes of different types fit into one array. */
export const defineRoute = <Params extends object>(route: Route<Params>): Route => route as unknown as Route
