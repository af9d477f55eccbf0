/** A form value before types are checked: all leaves are strings. */
export type FormValue = string | FormValue[] | FormFields
export interface FormFields {
  [name: string]: FormValue
}

type Tree = Map<string, Tree | string>

/** Parses bracket notation (`items[0][price]=…`, `expand[]=…`) of a query or a body. */
export function parseForm(text: string): FormFields {
  const tree: Tree = new Map()
  for (const [key, value] of new URLSearchParams(text)) insert(tree, parseKey(key), value)
  return toFields(tree)
}

const parseKey = (key: string): string[] => {
  const [first = '', ...rest] = key.split('[')
  return [first, ...rest.map(part => part.replace(/\]$/, ''))]
}

function insert(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) return void tree.set(key, value)
  const existing = tree.get(key)
  const branch: Tree = existing instanceof Map ? existing : new Map()
  tree.set(key, branch)
  insert(branch, rest, value)
}

/** No prototype, so that a field called `__proto__` is an ordinary field. */
function toFields(tree: Tree): FormFields {
  const fields: FormFields = Object.create(null)
  for (const [name, value] of tree) fields[name] = typeof value === 'string' ? value : toListOrFields(value)
  return fields
}

function toListOrFields(tree: Tree): FormValue {
  const isList = [...tree.keys()].every((key, index) => key === String(index))
  if (!isList) return toFields(tree)
  return [...tree.values()].map(value => (typeof value === 'string' ? value : toListOrFields(value)))
}
