const page = await window.openedBy
const { paymentMethods = {} } = page.greeting.options ?? {}

const offered = { apple_pay: paymentMethods.applePay, google_pay: paymentMethods.googlePay }
for (const button of document.querySelectorAll('button')) {
  button.hidden = offered[button.value] === 'never'
  button.addEventListener('click', () => page.tell({ kind: 'click', wallet: button.value }))
}
page.tell({
  kind: 'ready',
  detail: {
    availablePaymentMethods: {
      applePay: offered.apple_pay !== 'never',
      googlePay: offered.google_pay !== 'never',
      link: false,
      paypal: false,
      amazonPay: false,
      klarna: false,
    },
  },
})
