import type { Account } from '../account.ts'

/** One endpoint. `:name` in its path is handed over as `ids`. */
export interface Route<Params = object> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The declaration of the SDK that its parameters follow; without, it takes none but `expand`. */
  params?: string
  /** What it does of them; the rest is refused as not done here. */
  does: readonly string[]
  /** May be called with the publishable key and the object's client secret. */
  isPublic?: boolean
  run(call: Call<Params>): object
}

export interface Call<Params = object> {
  account: Account
  params: Params
  id: string
  /** Whether the caller is a browser, and so sees less. */
  isPublic: boolean
  /** What the browser proves itself with. */
  clientSecret: string | undefined
  apiVersion: string | undefined
}

/** Keeps the type of the parameters with the name of their declaration. */
export const route = <Params extends object>(route: Route<Params>): Route => route as unknown as Route
