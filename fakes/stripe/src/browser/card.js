/** Formats and validates card fields, with the error messages of the real Stripe.js. */
window.cardForm = (() => {
  const brands = [
    { name: 'amex', pattern: /^3[47]/, lengths: [15], cvc: 4, groups: [4, 6, 5] },
    { name: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], cvc: 3, groups: [4, 4, 4, 4] },
    { name: 'visa', pattern: /^4/, lengths: [16], cvc: 3, groups: [4, 4, 4, 4] },
  ]
  const unknown = { name: 'unknown', lengths: [16], cvc: 3, groups: [4, 4, 4, 4] }

  const digits = text => text.replace(/\D/g, '')
  const brandOf = number => brands.find(({ pattern }) => pattern.test(number)) ?? unknown

  function grouped(number) {
    const { groups, lengths } = brandOf(number)
    let rest = number.slice(0, Math.max(...lengths))
    const parts = []
    for (const length of groups) {
      if (rest === '') break
      parts.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
    return parts.join(' ')
  }

  function passesLuhn(number) {
    const sum = [...number].toReversed().reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
    return sum % 10 === 0
  }

  const expiry = text => {
    const typed = digits(text)
    const padded = /^[2-9]/.test(typed) ? `0${typed}` : typed
    return padded.slice(0, 4)
  }

  const problem = (code, message) => ({ type: 'validation_error', code, message })

  const checks = {
    number(text) {
      const number = digits(text)
      if (!brandOf(number).lengths.includes(number.length))
        return problem('incomplete_number', 'Your card number is incomplete.')
      return passesLuhn(number) ? null : problem('invalid_number', 'Your card number is invalid.')
    },
    expiry(text, _form, now = new Date()) {
      const typed = expiry(text)
      if (typed.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
      const [month, year] = [Number(typed.slice(0, 2)), 2000 + Number(typed.slice(2))]
      if (month < 1 || month > 12) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
      if (year < now.getFullYear())
        return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
      if (year === now.getFullYear() && month < now.getMonth() + 1)
        return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
      return null
    },
    cvc(text, { number }) {
      return digits(text).length === brandOf(digits(number)).cvc
        ? null
        : problem('incomplete_cvc', "Your card's security code is incomplete.")
    },
    zip(text, { country }) {
      if (country !== 'US') return null
      return digits(text).length === 5 ? null : problem('incomplete_zip', 'Your ZIP is incomplete.')
    },
  }

  return { checks, digits, grouped, expiry, brandOf }
})()
