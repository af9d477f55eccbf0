const page = await window.openedBy
const { wallet, amount, currency } = page.greeting
const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

document.querySelector('h1').textContent = names[wallet]
if (amount !== undefined)
  document.querySelector('#amount').textContent = (amount / 100).toLocaleString('en-US', {
    style: 'currency',
    currency,
  })
const end = value => page.tell({ kind: 'done', value })
document.querySelector('#approve').addEventListener('click', () => end('approved'))
document.querySelector('#cancel').addEventListener('click', () => end('canceled'))
addEventListener('keydown', event => {
  if (event.key === 'Escape') end('canceled')
})
document.querySelector('#approve').focus()
page.tell({ kind: 'ready' })
