const page = await window.openerPage
const { paymentMethods = {} } = page.greeting.options ?? {}

const wallets = { apple_pay: paymentMethods.applePay, google_pay: paymentMethods.googlePay }
for (const button of document.querySelectorAll('button')) {
  button.hidden = wallets[button.value] === 'never'
  button.addEventListener('click', () => page.send({ kind: 'click', wallet: button.value }))
}
page.send({
  kind: 'ready',
  detail: {
    availablePaymentMethods: {
      applePay: wallets.apple_pay !== 'never',
      googlePay: wallets.google_pay !== 'never',
      link: false,
      paypal: false,
      amazonPay: false,
      klarna: false,
    },
  },
})
