const page = await window.openerPage
const { wallet, amount, currency } = page.greeting
const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

document.querySelector('h1').textContent = names[wallet]
if (amount !== undefined)
  document.querySelector('#amount').textContent = (amount / 100).toLocaleString('en-US', {
    style: 'currency',
    currency,
  })
// Close after the click has finished, as a real sheet does.
const end = value => setTimeout(() => page.send({ kind: 'done', value }), 100)
document.querySelector('#approve').addEventListener('click', () => end('approved'))
document.querySelector('#cancel').addEventListener('click', () => end('canceled'))
addEventListener('keydown', event => {
  if (event.key === 'Escape') end('canceled')
})
document.querySelector('#approve').focus()
page.send({ kind: 'ready' })
