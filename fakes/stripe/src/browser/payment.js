const { checks, digits, grouped, expiry, brandOf } = window.cardForm
const form = document.querySelector('form')
const fields = Object.fromEntries(Object.keys(checks).map(name => [name, form.elements.namedItem(name)]))
const country = form.elements.namedItem('country')

const values = () => ({
  country: country.value,
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])),
})

const problemOf = name => checks[name](fields[name].value, values())

function show(name) {
  const problem = problemOf(name)
  const place = document.getElementById(`${name}-error`)
  place.textContent = problem?.message ?? ''
  fields[name].setAttribute('aria-invalid', String(problem !== null))
}

function clean(name) {
  document.getElementById(`${name}-error`).textContent = ''
  fields[name].setAttribute('aria-invalid', 'false')
}

const shaped = {
  number: text => grouped(digits(text)),
  expiry: text => {
    const typed = expiry(text)
    return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
  },
  cvc: text => digits(text).slice(0, brandOf(digits(fields.number.value)).cvc),
  zip: text => (country.value === 'US' ? digits(text).slice(0, 5) : text.slice(0, 10)),
}

const page = await window.openedBy

function tellChange() {
  const all = Object.values(fields)
  const isComplete = Object.keys(fields).every(name => problemOf(name) === null)
  const isEmpty = all.every(field => field.value === '')
  page.tell({
    kind: 'change',
    detail: { empty: isEmpty, complete: isComplete, collapsed: false, value: { type: 'card' } },
  })
  form.dataset.brand = brandOf(digits(fields.number.value)).name
}

const order = ['number', 'expiry', 'cvc', 'zip']
for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', () => {
    // Only at the end, or the cursor would jump.
    if (field.selectionStart === field.value.length) field.value = shaped[name](field.value)
    clean(name)
    tellChange()
    const next = fields[order[order.indexOf(name) + 1]]
    if (name !== 'zip' && problemOf(name) === null && document.activeElement === field) next?.focus()
  })
  field.addEventListener('focus', () => page.tell({ kind: 'focus' }))
  field.addEventListener('blur', () => {
    page.tell({ kind: 'blur' })
    if (field.value !== '') show(name)
  })
}
country.addEventListener('change', () => {
  document.getElementById('zip-field').hidden = country.value !== 'US'
  tellChange()
})
form.addEventListener('submit', event => event.preventDefault())

page.on('focus', () => fields.number.focus())
page.on('blur', () => document.activeElement?.blur())
page.on('clear', () => {
  form.reset()
  for (const name of Object.keys(fields)) clean(name)
  tellChange()
})
page.on('validate', () => {
  for (const name of Object.keys(fields)) show(name)
  const wrong = Object.keys(fields).find(name => problemOf(name) !== null)
  if (!wrong) return null
  fields[wrong].focus()
  return problemOf(wrong)
})

/** The number goes from here to the service, never through the page. */
page.on('pay', async ({ key, billing }) => {
  const typed = expiry(fields.expiry.value)
  const body = new URLSearchParams({
    key,
    type: 'card',
    'card[number]': digits(fields.number.value),
    'card[exp_month]': String(Number(typed.slice(0, 2))),
    'card[exp_year]': `20${typed.slice(2)}`,
    'card[cvc]': fields.cvc.value,
    'billing_details[address][country]': country.value,
    ...(country.value === 'US' ? { 'billing_details[address][postal_code]': fields.zip.value } : {}),
    ...(billing?.name ? { 'billing_details[name]': billing.name } : {}),
    ...(billing?.email ? { 'billing_details[email]': billing.email } : {}),
  })
  const made = await (await fetch('/v1/payment_methods', { method: 'POST', body })).json()
  return made.error ? { error: made.error } : { id: made.id }
})

page.tell({ kind: 'ready' })
tellChange()
