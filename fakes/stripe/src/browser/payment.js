const { checks, digits, grouped, expiry, brandOf } = window.cardForm
const form = document.querySelector('form')
const fields = Object.fromEntries(Object.keys(checks).map(name => [name, form.elements.namedItem(name)]))
const country = form.elements.namedItem('country')

const values = () => ({
  country: country.value,
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])),
})

const problemOf = name => checks[name](fields[name].value, values())

function showError(name) {
  const problem = problemOf(name)
  const errorElement = document.getElementById(`${name}-error`)
  errorElement.textContent = problem?.message ?? ''
  fields[name].setAttribute('aria-invalid', String(problem !== null))
}

function clearError(name) {
  document.getElementById(`${name}-error`).textContent = ''
  fields[name].setAttribute('aria-invalid', 'false')
}

const formatters = {
  number: text => grouped(digits(text)),
  expiry: text => {
    const typed = expiry(text)
    return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
  },
  cvc: text => digits(text).slice(0, brandOf(digits(fields.number.value)).cvc),
  zip: text => (country.value === 'US' ? digits(text).slice(0, 5) : text.slice(0, 10)),
}

const page = await window.openerPage

function sendChange() {
  const all = Object.values(fields)
  const isComplete = Object.keys(fields).every(name => problemOf(name) === null)
  const isEmpty = all.every(field => field.value === '')
  page.send({
    kind: 'change',
    detail: { empty: isEmpty, complete: isComplete, collapsed: false, value: { type: 'card' } },
  })
  form.dataset.brand = brandOf(digits(fields.number.value)).name
}

const order = ['number', 'expiry', 'cvc', 'zip']
for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', () => {
    // Reformat only while the user types at the end. Elsewhere the cursor would jump.
    if (field.selectionStart === field.value.length) field.value = formatters[name](field.value)
    clearError(name)
    sendChange()
    const next = fields[order[order.indexOf(name) + 1]]
    if (name !== 'zip' && problemOf(name) === null && document.activeElement === field) next?.focus()
  })
  field.addEventListener('focus', () => page.send({ kind: 'focus' }))
  field.addEventListener('blur', () => {
    page.send({ kind: 'blur' })
    if (field.value !== '') showError(name)
  })
}
country.addEventListener('change', () => {
  document.getElementById('zip-field').hidden = country.value !== 'US'
  sendChange()
})
form.addEventListener('submit', event => event.preventDefault())

page.on('focus', () => fields.number.focus())
page.on('blur', () => document.activeElement?.blur())
page.on('clear', () => {
  form.reset()
  for (const name of Object.keys(fields)) clearError(name)
  sendChange()
})
page.on('validate', () => {
  for (const name of Object.keys(fields)) showError(name)
  const invalid = Object.keys(fields).find(name => problemOf(name) !== null)
  if (!invalid) return null
  fields[invalid].focus()
  return problemOf(invalid)
})

/** Sends the card number straight from this frame to the service, never through the embedding page. */
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
  const method = await (await fetch('/v1/payment_methods', { method: 'POST', body })).json()
  return method.error ? { error: method.error } : { id: method.id }
})

page.send({ kind: 'ready' })
sendChange()
