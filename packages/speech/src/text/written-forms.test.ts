import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { planSpeech, spokenText } from './speech-plan.ts'

const casesFile = path.resolve(import.meta.dirname, '../../../../../shared/cases/33-speech/more.txt')
const hasCases = existsSync(casesFile)

/** Ranges, amounts, initials, addresses and units in the many forms that people write, and how people read them. */
const READINGS: Record<string, [written: string, spoken: string][]> = {
  'ranges of years and dates': [
    ['the 1920s–30s', 'the nineteen twenties to thirties'],
    ['1870s-1890s art', 'eighteen seventies to eighteen nineties art'],
    ['the 1950s—60s were', 'the nineteen fifties to sixties were'],
    ["the '60s–'80s", 'the sixties to eighties'],
    ['the late 1990s–early 2000s', 'the late nineteen nineties to early two thousands'],
    ['in 2021-03', 'in march twenty twenty one'],
    ['from 2018-11 to 2019-02', 'from november twenty eighteen to february twenty nineteen'],
    ['2010–12', 'twenty ten to twelve'],
    ['1999–00', 'nineteen ninety nine to two thousand'],
    ['the 1998/99 season', 'the nineteen ninety eight to ninety nine season'],
    ['2011–present', 'twenty eleven to present'],
    ['Dec. 28–Jan. 3', 'december twenty eighth to january third'],
    ['June 5 – July 10', 'june fifth to july tenth'],
    ['5 June – 10 July', 'the fifth of june to the tenth of july'],
    ['the 5–10 June fair', 'the fifth to tenth of june fair'],
    ['Oct 2020–Jan 2021', 'october twenty twenty to january twenty twenty one'],
    ['Monday–Friday', 'monday to friday'],
    ['May–June', 'may to june'],
    ['480 BC–323 BC', 'four hundred eighty b c to three hundred twenty three b c'],
    ['500 BCE - 300 CE', 'five hundred b c e to three hundred c e'],
    ['12/01/2020–12/15/2020', 'december first twenty twenty to december fifteenth twenty twenty'],
    ['12-25-2024', 'december twenty fifth twenty twenty four'],
    ['9/11/01', 'september eleventh two thousand one'],
    ['2020-12-31T10:00:00Z', "december thirty first twenty twenty ten o'clock"],
  ],
  'ranges of times': [
    ['8pm–2am', 'eight p m to two ay m'],
    ['9–5pm, 9-5', 'nine to five p m, nine to five'],
    ['8am - 6pm', 'eight ay m to six p m'],
    ['8:30 am–4 pm', 'eight thirty ay m to four p m'],
    ['9:30–11 am', 'nine thirty to eleven ay m'],
    ['22:00-06:00', "twenty two hundred to six o'clock"],
    ['7 a.m.-3 p.m. daily', 'seven ay m to three p m daily'],
    ['noon–3pm', 'noon to three p m'],
    ['10 a.m.–noon', 'ten ay m to noon'],
    ['7–9 PM', 'seven to nine p m'],
    ['9–10:30', 'nine to ten thirty'],
    ['2.10 p.m.—3.30 p.m.—if so', 'two ten p m to three thirty p m, if so'],
    ['John 3:16–18', 'john three sixteen to eighteen'],
  ],
  'ranges of amounts': [
    ['20~30 people', 'twenty to thirty people'],
    ['20 ~ 30 people', 'twenty to thirty people'],
    ['20〜30%', 'twenty to thirty percent'],
    ['5km–10km', 'five kilometers to ten kilometers'],
    ['5 km–10 km', 'five kilometers to ten kilometers'],
    ['5 km – 10 km', 'five kilometers to ten kilometers'],
    ['10%–15%', 'ten percent to fifteen percent'],
    ['90°F–100°F', 'ninety degrees fahrenheit to one hundred degrees fahrenheit'],
    ['20 - 25°C', 'twenty to twenty five degrees celsius'],
    ['10k–20k', 'ten thousand to twenty thousand'],
    ['10→20', 'ten to twenty'],
    ['-10°–-5°', 'minus ten degrees to minus five degrees'],
    ['1st–3rd', 'first to third'],
    ['Q1–Q3', 'q one to q three'],
    ['#1–#3', 'number one to number three'],
    ['20–30-year-olds', 'twenty to thirty year olds'],
    ['a 5-10-minute walk', 'a five to ten minute walk'],
    ['We met in 2020 – 5 of us', 'we met in twenty twenty, five of us'],
    ['a 7-2 win, 24-7', 'a seven to two win, twenty four seven'],
    ['1–1.5 million', 'one to one point five million'],
  ],
  'signs and currencies': [
    ['-$5.20', 'minus five dollars and twenty cents'],
    ['−$5 million', 'minus five million dollars'],
    ['+$2m', 'plus two million dollars'],
    ['~£40', 'about forty pounds'],
    ['<$5 or >$1,000', 'less than five dollars or more than one thousand dollars'],
    ['±€5', 'plus or minus five euros'],
    ['$-5', 'minus five dollars'],
    ['US$ 5', 'five u s dollars'],
    ['US$5–10 million', 'five to ten million u s dollars'],
    ['U.S.$5', 'five u s dollars'],
    ['A$20, NZ$30 and R$50', 'twenty australian dollars, thirty new zealand dollars and fifty reais'],
    ['-$5–$10', 'minus five to ten dollars'],
    ['$1m–$2m', 'one million to two million dollars'],
    ['5–10€', 'five to ten euros'],
    ['25–50¢', 'twenty five to fifty cents'],
    ['20USD or USD20', 'twenty u s dollars or twenty u s dollars'],
    ['$20 USD', 'twenty u s dollars'],
    ['$20 million USD', 'twenty million u s dollars'],
    ['EUR 5 million', 'five million euros'],
    ['500 zł', 'five hundred zlotys'],
    ['5 € or € 5', 'five euros or five euros'],
    ["CHF 1'234.50", 'one thousand two hundred thirty four francs and fifty centimes'],
    ['12.345,67 €', 'twelve thousand three hundred forty five point six seven euros'],
    ['€12.345.678', 'twelve million three hundred forty five thousand six hundred seventy eight euros'],
    ['₦500', 'five hundred naira'],
    ['~$5/hr', 'about five dollars per hour'],
  ],
  initials: [
    ['W.B. Yeats and J.R.R. Tolkien', 'w b yeats and j r r tolkien'],
    ['Washington, D.C., is', 'washington, d c, is'],
    ["D.C.'s mayor", "d c's mayor"],
    ["the U.S.'s role", "the u s's role"],
    ['L.A. and N.Y.C. too', 'l ay and n y c too'],
    ['a U.S.-led plan', 'a u s led plan'],
    ["C.S. Lewis's books", "c s lewis's books"],
    ['H.G. Wells, e.g., or M.C. Escher', 'h g wells, for example, or m c escher'],
    ['main.c and util.h', 'main dot c and util dot h'],
  ],
  'web addresses': [
    ['visit example.online.', 'visit example dot online.'],
    ['go to recaps.video now', 'go to recaps dot video now'],
    ['foo.museum/x?y=1', 'foo dot museum'],
    ['example.xyz', 'example dot x y z'],
    ['münchen.de', 'munchen dot d e'],
    ['bit.ly/abc and youtu.be/x', 'bit dot l y and youtu dot be'],
    ['npr.org and mit.edu', 'n p r dot org and mit dot edu'],
    ['example.co.jp:8080/x', 'example dot co dot j p'],
    ['end.Now he left', 'end now he left'],
    ['jo@münchen.de', 'jo at munchen dot d e'],
    ['ssh://host.example.photography:22/', 'host dot example dot photography'],
    ['192.168.1.1', 'one nine two dot one six eight dot one dot one'],
    ['begin with https://', 'begin with h t t p s'],
  ],
  units: [
    ['a 27" monitor and two 24" ones', 'a twenty seven inch monitor and two twenty four inch ones'],
    ['he is 6\' 2" tall', 'he is six feet two inches tall'],
    ["a 10' x 12' room", 'a ten feet by twelve feet room'],
    ['"I am 55" he said', 'i am fifty five he said'],
    ['there were 60".', 'there were sixty.'],
    ["the 10' ceiling", 'the ten foot ceiling'],
    ['40.7°N, 74° W', 'forty point seven degrees north, seventy four degrees west'],
    ['20℃ and 5㎞', 'twenty degrees celsius and five kilometers'],
    ['100 sq. ft. of it', 'one hundred square feet of it'],
    ['1 sq mi and 5 sq km', 'one square mile and five square kilometers'],
    ['12 fl oz', 'twelve fluid ounces'],
    ['3 cu. yd. of soil', 'three cubic yards of soil'],
    ['10 kΩ and 5 mmol/L', 'ten kilo ohms and five millimoles per liter'],
    ['7 L/100 km', 'seven liters per one hundred kilometers'],
    ['1 in. of rain', 'one inch of rain'],
    ['6 in x 4 in', 'six inches by four inches'],
    ['a 45s clip, a 30s ad', 'a forty five second clip, a thirty second ad'],
    ['for 30s in her 30s', 'for thirty seconds in her thirties'],
    ['10s of thousands', 'tens of thousands'],
    ['1,000s of votes', 'thousands of votes'],
    ['3-1/2 hours', 'three and a half hours'],
    ['2**10', 'two to the ten'],
    ['3/4 time, 3/4 of it', 'three four time, three quarters of it'],
    ['12/10, 7/7', 'twelve out of ten, seven out of seven'],
    ['1,2,3,4', 'one, two, three, four'],
    ['867-5309, not 500-1200', 'eight six seven five three zero nine, not five hundred to one thousand two hundred'],
  ],
  'Roman numbers': [
    ['Henry Ⅷ, Chapter Ⅳ', 'henry the eighth, chapter four'],
    ['Vol. I and Ch. V', 'volume one and chapter five'],
    ['Figs. II and III', 'figures two and three'],
    ['Art. IV of it', 'article four of it'],
    ['No. I think so', 'no. i think so'],
    ['Napoléon II', 'napoleon the second'],
  ],
}

describe('spokenText', () => {
  for (const [kind, readings] of Object.entries(READINGS)) {
    it.each(readings)(`spokenText reads ${kind}: %s`, (written, spoken) => expect(spokenText(written)).toBe(spoken))
  }
})

describe.skipIf(!hasCases)('spokenText: cases that used to fail (skipped without the folder of shared cases)', () => {
  const bare = (text: string) =>
    text
      .replace(/[^a-z' ]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const cases = (hasCases ? readFileSync(casesFile, 'utf8') : '')
    .split('\n')
    .filter(line => line.includes('=>') && !line.startsWith('# '))
    .map(line => line.split('=>').map(part => part.trim()) as [written: string, expected: string])

  it.each(cases)('spokenText reads a case that used to fail: %s', (written, expected) => {
    const spoken = bare(spokenText(written))
    expect(expected.split('||').some(one => spoken.includes(one.trim()))).toBe(true)
  })
})

describe('planSpeech of ranges', () => {
  const tokensByWord = (written: string) => {
    const { words, tokens } = planSpeech(written)
    return words.map((word, index) => [
      word,
      tokens
        .filter(token => token.word === index)
        .map(token => token.text)
        .join(' '),
    ])
  }

  it('planSpeech assigns the tokens of a range to the written words it spans', () => {
    expect(tokensByWord('from 9 a.m.–5 p.m. daily')).toEqual([
      ['from', 'from'],
      ['9', 'nine'],
      ['a.m.–5', 'ay m to five'],
      ['p.m.', 'p m'],
      ['daily', 'daily'],
    ])
  })

  it('planSpeech assigns no token to a currency sign that is spoken after the amount', () => {
    expect(tokensByWord('pay US$ 5 – US$ 7 million')).toEqual([
      ['pay', 'pay'],
      ['US$', ''],
      ['5', 'five u s dollars'],
      ['–', 'to'],
      ['US$', ''],
      ['7', 'seven'],
      ['million', 'million u s dollars'],
    ])
  })

  it('planSpeech handles 5,000 characters of dashes, signs and marks in less than 5 s', () => {
    const start = performance.now()
    const units = ['1–', '9am–', '$1-', '5" ', "5' ", 'a.b.', '–1 – ', 'a@b.', '1.234,', 'I. ', '~1', 'sq ', '1/2 ']
    for (const unit of units) planSpeech(unit.repeat(5000 / unit.length))
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
