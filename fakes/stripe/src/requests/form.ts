/** What a form says before anybody looked at its types: everything is text. */
export type FormValue = string | FormValue[] | FormFields
export interface FormFields {
  [name: string]: FormValue
}

type Tree = Map<string, Tree | string>

/** Reads `items[0][price]=…`, `expand[]=…`, as query or as body. */
export function readForm(text: string): FormFields {
  const tree: Tree = new Map()
  for (const [key, value] of new URLSearchParams(text)) put(tree, pathOf(key), value)
  return fieldsOf(tree)
}

const pathOf = (key: string): string[] => {
  const [first = '', ...rest] = key.split('[')
  return [first, ...rest.map(part => part.replace(/\]$/, ''))]
}

function put(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) return void tree.set(key, value)
  const below = tree.get(key)
  const branch: Tree = below instanceof Map ? below : new Map()
  tree.set(key, branch)
  put(branch, rest, value)
}

/** Without a prototype: whatever a field is called, it is only a field. */
function fieldsOf(tree: Tree): FormFields {
  const fields: FormFields = Object.create(null)
  for (const [name, value] of tree) fields[name] = typeof value === 'string' ? value : listOrFields(value)
  return fields
}

function listOrFields(tree: Tree): FormValue {
  const isList = [...tree.keys()].every((key, index) => key === String(index))
  if (!isList) return fieldsOf(tree)
  return [...tree.values()].map(value => (typeof value === 'string' ? value : listOrFields(value)))
}
