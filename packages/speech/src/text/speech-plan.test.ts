import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSpeech, spokenText } from './speech-plan.ts'

const READINGS: Record<string, [written: string, spoken: string][]> = {
  'plain prose': [
    ['The council met on Tuesday.', 'the council met on tuesday.'],
    ["It's the dogs' bowl, isn't it?", "it's the dogs bowl, isn't it?"],
    ['She said “no” — twice; then left…', 'she said no, twice; then left,'],
    ['A plan (if any) helps.', 'a plan, if any, helps.'],
    ['The low- and high-income towns', 'the low and high income towns'],
    ['well—almost', 'well, almost'],
  ],
  'whole numbers': [
    ['7 of 12 rooms', 'seven of twelve rooms'],
    ['1,234,567 views', 'one million two hundred thirty four thousand five hundred sixty seven views'],
    ['10 000 steps', 'ten thousand steps'],
    ['1 000 000 steps', 'one million steps'],
    ['the 21st of 100', 'the twenty first of one hundred'],
    ['5,000th', 'five thousandth'],
    ['10k or 5M or 3bn', 'ten thousand or five million or three billion'],
    ['200,000people in 15seconds', 'two hundred thousand people in fifteen seconds'],
    ['100+ and 2x and ~50', 'one hundred plus and two times and about fifty'],
    ['-5, >100, #1', 'minus five, more than one hundred, number one'],
    ['007', 'double oh seven'],
  ],
  'decimals, fractions and ranges': [
    ['3.14', 'three point one four'],
    ['0.5 and .25', 'zero point five and point two five'],
    ['7.7million', 'seven point seven million'],
    ['1/2, 3/4 and 2/3', 'one half, three quarters and two thirds'],
    ['½ of 1½', 'one half of one and a half'],
    ['rated 8/10', 'rated eight out of ten'],
    ['open 24/7', 'open twenty four seven'],
    ['10-15 km', 'ten to fifteen kilometers'],
    ['5–10% or 5%-10%', 'five to ten percent or five percent to ten percent'],
    ['1920x1080', 'nineteen twenty by ten eighty'],
    ['16:9', 'sixteen to nine'],
    ['a 7-2 ruling', 'a seven to two ruling'],
    ['1,500-agent', 'fifteen hundred agent'],
    ['1,5 km of 1.000.000, not 1,00,000', 'one point five kilometers of one million, not one hundred thousand'],
    ['10 - 15 of them', 'ten to fifteen of them'],
    ['3 x 4, 30 cm x 40 cm', 'three by four, thirty centimeters by forty centimeters'],
    [
      '10⁻⁶, 1.5e-3 and 2×10⁸',
      'ten to the minus six, one point five times ten to the minus three and two times ten to the eight',
    ],
    [
      '7÷2, 5*6, x≤5, a≠b, √2',
      'seven divided by two, five times six, x is at most five, a is not b, the square root of two',
    ],
    ['>=3 or <=4', 'at least three or at most four'],
  ],
  money: [
    ['It cost $4.99.', 'it cost four dollars and ninety nine cents.'],
    ['$1 and $0.50', 'one dollar and fifty cents'],
    ['$1,000', 'one thousand dollars'],
    ['$3.5 million', 'three point five million dollars'],
    ['€3m, £2.5bn and ¥500', 'three million euros, two point five billion pounds and five hundred yen'],
    ['£4.50', 'four pounds and fifty pence'],
    ['$10-15', 'ten to fifteen dollars'],
    ['a $50 million deal', 'a fifty million dollar deal'],
    ['a $5 bill', 'a five dollar bill'],
    ['$500-million', 'five hundred million dollars'],
    ['$20/month', 'twenty dollars per month'],
    ['US$5', 'five u s dollars'],
    ['5€ or 50¢', 'five euros or fifty cents'],
    ['-$5', 'minus five dollars'],
    ['$1.29/oz.', 'one dollar and twenty nine cents per ounce.'],
    ['$10 bn, 10 bn USD', 'ten billion dollars, ten billion u s dollars'],
    ['$1-2 million', 'one to two million dollars'],
    ['€9,99', 'nine euros and ninety nine cents'],
    ['USD 20 and EUR 5', 'twenty u s dollars and five euros'],
    ['a 401k', 'a four oh one k'],
  ],
  'years and dates': [
    ['in 2019', 'in twenty nineteen'],
    ['in 1905, 1900, 2007 and 2000', 'in nineteen oh five, nineteen hundred, two thousand seven and two thousand'],
    ["2024's best", "twenty twenty four's best"],
    ['2000 people', 'two thousand people'],
    ['1500 soldiers', 'one thousand five hundred soldiers'],
    ["the 1990s and the '80s", 'the nineteen nineties and the eighties'],
    ['mid-2000s', 'mid two thousands'],
    ['1939–45', 'nineteen thirty nine to forty five'],
    ['2019-2021', 'twenty nineteen to twenty twenty one'],
    ['May 8, 1945', 'may eighth, nineteen forty five'],
    ['on 3 March 2024', 'on the third of march twenty twenty four'],
    ['the 3 March vote', 'the third of march vote'],
    ['2024-05-03', 'may third twenty twenty four'],
    ['5/3/2024 or 25/12/2024', 'may third twenty twenty four or december twenty fifth twenty twenty four'],
    ['Jan. 5 and Sept 2020', 'january fifth and september twenty twenty'],
    ['at 10:30, 9am, 9 a.m.', 'at ten thirty, nine ay m, nine ay m.'],
    ['3:00 and 15:00 and 10:05', "three o'clock and fifteen hundred and ten oh five"],
    ['Jan 2-5, 2020', 'january second to fifth, twenty twenty'],
    ['2h 30m, 1h30m', 'two hours thirty minutes, one hour thirty minutes'],
    ['480 BCE–323 BCE', 'four hundred eighty b c e to three hundred twenty three b c e'],
    ['a time of 2:01:09', 'a time of two hours one minute nine seconds'],
    ['in Jan we met Jan, on Jan 5', 'in january we met jan, on january fifth'],
    ['Mon-Fri, Jan-March, 9am-5pm', 'monday to friday, january to march, nine ay m to five p m'],
    ['by 2100, all 2100 of them', 'by twenty one hundred, all two thousand one hundred of them'],
  ],
  'units and percentages': [
    ['5 km, 5km, 1 km', 'five kilometers, five kilometers, one kilometer'],
    ['30°C or -5°F', 'thirty degrees celsius or minus five degrees fahrenheit'],
    ['50% of 5 %', 'fifty percent of five percent'],
    ['60 km/h, 10 mg/dL', 'sixty kilometers per hour, ten milligrams per deciliter'],
    ['9.8 m/s²', 'nine point eight meters per second squared'],
    ['20 m², 5 km³', 'twenty square meters, five cubic kilometers'],
    ['16GB at 3.2 GHz', 'sixteen gigabytes at three point two giga hurts'],
    ['5 in the morning', 'five in the morning'],
    ["5'10 or 5 ft. 10 in. tall", 'five foot ten or five feet ten inches tall'],
    ['1080p and 4K', 'ten eighty p and four k'],
    ['5G', 'five g'],
    ['a 12-oz. can', 'a twelve ounce can'],
    ['10^6 cells/mL', 'ten to the six cells per milliliter'],
    [
      '12 V, 5V, 5 L, 500mb, 12 MPa, 5 cc',
      'twelve volts, five volts, five liters, five hundred megabytes, twelve megapascals, five cubic centimeters',
    ],
    ['a 90° angle, a 10 km run, a 5km walk', 'a ninety degree angle, a ten kilometer run, a five kilometer walk'],
    [
      '2000m up, a 100m dash, 100m people',
      'two thousand meters up, a one hundred meter dash, one hundred million people',
    ],
    ['E=mc^2', 'e equals mc squared'],
    [
      'p<0.001; n=43,548',
      'p is less than zero point zero zero one; n equals forty three thousand five hundred forty eight',
    ],
  ],
  'versions and codes': [
    ['v2.0.1 and v2', 'version two point zero point one and v two'],
    ['Python 3.11', 'python three point eleven'],
    ['GPT-4.5', 'g p t four point five'],
    ['COVID-19', 'covid nineteen'],
    ['H100, F-150, Boeing 737', 'h one hundred, f one fifty, boeing seven thirty seven'],
    ['CO₂ and H2O', 'c o two and h two o'],
    ['call 555-0123', 'call five five five zero one two three'],
    ['(555) 123-4567', 'five five five, one two three four five six seven'],
    ['221B Baker Street', 'two hundred twenty one b baker street'],
    ['No. 5 of №6 in Rm. 101', 'number five of number six in room one hundred one'],
    ['iPhone 4s', 'i phone four s'],
    ['default.nix and config.yaml', 'default dot nix and config dot yaml'],
    ['0x1f', 'zero x one f'],
    ['Room 5B of 5B', 'room five b of five billion'],
    ['EIP-7702', 'e i p seventy seven oh two'],
    ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', ''],
  ],
  'Roman numerals': [
    ['World War II', 'world war two'],
    ['Henry VIII and Elizabeth I', 'henry the eighth and elizabeth the first'],
    ['Chapter IV', 'chapter four'],
    ['Malcolm X', 'malcolm x'],
    ['William and I went', 'william and i went'],
    ['So I left.', 'so i left.'],
  ],
  abbreviations: [
    ['Bring nails, screws, etc. The rest is here.', 'bring nails, screws, et cetera. the rest is here.'],
    ['She works for Acme Inc. It makes tools.', 'she works for acme incorporated. it makes tools.'],
    ['Acme Inc. America makes tools.', 'acme incorporated america makes tools.'],
    ['Dr. Chen of Elm Dr.', 'doctor chen of elm drive.'],
    ['St. Paul on Main St.', 'saint paul on main street.'],
    ['Mr. and Mrs. Lee', 'mister and missus lee'],
    ['Mr.Chair', 'mister chair'],
    ['cats vs. dogs, e.g. pugs, etc.', 'cats versus dogs, for example pugs, et cetera.'],
    ['approx. 5', 'approximately five'],
    ['No. 5, pp. 10-12', 'number five, pages ten to twelve'],
    ['No one said no.', 'no one said no.'],
    ['Acme Inc. grew', 'acme incorporated grew'],
    ['the U.S. economy', 'the u s economy'],
    ['J. K. Rowling', 'j k rowling'],
    ['w/ or w/o', 'with or without'],
    ['the FT, TL;DR', 'the f t, t l; d r'],
  ],
  'acronyms and names': [
    ['NASA and the FBI', 'nasa and the f b i'],
    ["the CEO's API", "the c e o's ay p i"],
    ['PCs and GPUs', "p c's and g p u's"],
    ['the US told us', 'the u s told us'],
    ['do NOT stop', 'do not stop'],
    ['HOW TO BUILD A CHEAP HOUSE WITH NASA', 'how to build a cheap house with nasa'],
    ['ChatGPT, YouTube, iPhone', 'chat g p t, you tube, i phone'],
    ["McDonald's", "mcdonald's"],
    ['AI-powered', 'ay i powered'],
    ['R&D, AT&T, Q&A', 'r and d, ay t and t, q and ay'],
    ['C++, C#, Node.js', 'c plus plus, c sharp, node dot j s'],
    ['vitamin A', 'vitamin ay'],
  ],
  'addresses, handles and marks': [
    ['see https://www.example.com/a?b=1.', 'see example dot com.'],
    ['ask jo.doe@example.org', 'ask jo dot doe at example dot org'],
    ['@jane on #ClimateChange', 'at jane on hashtag climate change'],
    ['**Bold** and _soft_ and `code_name`', 'bold and soft and code name'],
    ['[the paper](https://x.org/y) says', 'the paper says'],
    ['## A title', 'a title'],
    ['as shown (12:34) and [3]', 'as shown and'],
    ['Tom &amp; Ann &lt;3', 'tom and ann less than three'],
    ['x = y + 2', 'x equals y plus two'],
    ['and/or', 'and or'],
    ['🙂 fine 👍🏽', 'fine'],
  ],
  'other letters': [
    ['Dvořák in Łódź', 'dvorak in lodz'],
    ['Пушкин', 'pushkin'],
    ['α-helix', 'alpha helix'],
    ['Δt of 5 μm', 'delta t of five micrometers'],
    ['Smörgåsbord ﬁrst', 'smorgasbord first'],
  ],
}

describe('spokenText', () => {
  for (const [kind, readings] of Object.entries(READINGS)) {
    it.each(readings)(`spokenText reads ${kind}: %s`, (written, spoken) => expect(spokenText(written)).toBe(spoken))
  }

  it('spokenText returns an empty string for a text with nothing to speak', () => {
    for (const written of ['', '   ', '…', '— —', '🙂🎉', '***', '\u0000\u0007']) expect(spokenText(written)).toBe('')
  })
})

describe('planSpeech', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'aA1 0$€%.,-–—/:\'"()[]*_#@&+xIVk½²°\n'), maxLength: 60 }),
  )

  it('planSpeech returns ASCII words with at most one punctuation mark for any text', () => {
    fc.assert(
      fc.property(anyText, written => {
        for (const { text } of planSpeech(written).tokens) expect(text).toMatch(/^(?=.*[a-z])[a-z']{1,40}[,.;:!?]?$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('planSpeech assigns every token to its written word, in order', () => {
    fc.assert(
      fc.property(anyText, written => {
        const { words, tokens } = planSpeech(written)
        expect(words).toEqual(written.split(/\s+/).filter(word => word !== ''))
        tokens.forEach((token, index) => {
          expect(words[token.word]).toBeDefined()
          expect(token.word).toBeGreaterThanOrEqual(tokens[index - 1]?.word ?? 0)
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('planSpeech returns several tokens for "$4.99" and none for a dash', () => {
    const { words, tokens } = planSpeech('Tea — $4.99 a cup')
    const wordsOf = tokens.map(token => `${words[token.word]}:${token.text}`)
    expect(wordsOf).toEqual([
      'Tea:tea,',
      '$4.99:four',
      '$4.99:dollars',
      '$4.99:and',
      '$4.99:ninety',
      '$4.99:nine',
      '$4.99:cents',
      'a:a',
      'cup:cup',
    ])
  })

  it('planSpeech handles a bracketed number of 5,000 digits in less than 5 s', () => {
    const start = performance.now()
    planSpeech(`as shown [${'1'.repeat(5_000)}x] there`)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('planSpeech handles 5,000 characters without a space in less than 5 s', () => {
    const start = performance.now()
    for (const unit of ['a', 'aB', '1', '-', '$', '(', "'", '1,', 'a-', 'a.', '🙂', '*', '1/', 'Ω']) {
      planSpeech(unit.repeat(5000 / unit.length))
    }
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
