import { cardinal } from './numbers.ts'

/** Singular and plural of units. Keys are the written symbols, case-sensitive (MB, mb). */
const UNITS = new Map<string, [one: string, many: string]>(
  Object.entries({
    mm: ['millimeter', 'millimeters'],
    cm: ['centimeter', 'centimeters'],
    m: ['meter', 'meters'],
    km: ['kilometer', 'kilometers'],
    nm: ['nanometer', 'nanometers'],
    μm: ['micrometer', 'micrometers'],
    mi: ['mile', 'miles'],
    ft: ['foot', 'feet'],
    yd: ['yard', 'yards'],
    yds: ['yard', 'yards'],
    in: ['inch', 'inches'],
    sqft: ['square foot', 'square feet'],
    sqm: ['square meter', 'square meters'],
    ha: ['hectare', 'hectares'],
    mg: ['milligram', 'milligrams'],
    μg: ['microgram', 'micrograms'],
    mcg: ['microgram', 'micrograms'],
    g: ['gram', 'grams'],
    kg: ['kilogram', 'kilograms'],
    t: ['ton', 'tons'],
    lb: ['pound', 'pounds'],
    lbs: ['pound', 'pounds'],
    kgs: ['kilogram', 'kilograms'],
    kms: ['kilometer', 'kilometers'],
    oz: ['ounce', 'ounces'],
    ml: ['milliliter', 'milliliters'],
    mL: ['milliliter', 'milliliters'],
    cl: ['centiliter', 'centiliters'],
    dl: ['deciliter', 'deciliters'],
    dL: ['deciliter', 'deciliters'],
    l: ['liter', 'liters'],
    L: ['liter', 'liters'],
    cc: ['cubic centimeter', 'cubic centimeters'],
    pt: ['pint', 'pints'],
    qt: ['quart', 'quarts'],
    gal: ['gallon', 'gallons'],
    tsp: ['teaspoon', 'teaspoons'],
    tbsp: ['tablespoon', 'tablespoons'],
    ns: ['nanosecond', 'nanoseconds'],
    μs: ['microsecond', 'microseconds'],
    ms: ['millisecond', 'milliseconds'],
    s: ['second', 'seconds'],
    sec: ['second', 'seconds'],
    secs: ['second', 'seconds'],
    min: ['minute', 'minutes'],
    mins: ['minute', 'minutes'],
    h: ['hour', 'hours'],
    hr: ['hour', 'hours'],
    hrs: ['hour', 'hours'],
    wk: ['week', 'weeks'],
    wks: ['week', 'weeks'],
    mos: ['month', 'months'],
    yr: ['year', 'years'],
    yrs: ['year', 'years'],
    Hz: ['hurts', 'hurts'],
    kHz: ['kilo hurts', 'kilo hurts'],
    MHz: ['mega hurts', 'mega hurts'],
    GHz: ['giga hurts', 'giga hurts'],
    b: ['bit', 'bits'],
    KB: ['kilobyte', 'kilobytes'],
    kB: ['kilobyte', 'kilobytes'],
    MB: ['megabyte', 'megabytes'],
    GB: ['gigabyte', 'gigabytes'],
    TB: ['terabyte', 'terabytes'],
    PB: ['petabyte', 'petabytes'],
    kb: ['kilobyte', 'kilobytes'],
    mb: ['megabyte', 'megabytes'],
    gb: ['gigabyte', 'gigabytes'],
    tb: ['terabyte', 'terabytes'],
    MiB: ['mebibyte', 'mebibytes'],
    GiB: ['gibibyte', 'gibibytes'],
    kbps: ['kilobit per second', 'kilobits per second'],
    Mbps: ['megabit per second', 'megabits per second'],
    Gbps: ['gigabit per second', 'gigabits per second'],
    fps: ['frame per second', 'frames per second'],
    rpm: ['revolution per minute', 'revolutions per minute'],
    bpm: ['beat per minute', 'beats per minute'],
    mph: ['mile per hour', 'miles per hour'],
    kph: ['kilometer per hour', 'kilometers per hour'],
    mpg: ['mile per gallon', 'miles per gallon'],
    W: ['watt', 'watts'],
    kW: ['kilowatt', 'kilowatts'],
    MW: ['megawatt', 'megawatts'],
    GW: ['gigawatt', 'gigawatts'],
    TW: ['terawatt', 'terawatts'],
    Wh: ['watt hour', 'watt hours'],
    kWh: ['kilowatt hour', 'kilowatt hours'],
    MWh: ['megawatt hour', 'megawatt hours'],
    GWh: ['gigawatt hour', 'gigawatt hours'],
    TWh: ['terawatt hour', 'terawatt hours'],
    mAh: ['milliamp hour', 'milliamp hours'],
    V: ['volt', 'volts'],
    kV: ['kilovolt', 'kilovolts'],
    A: ['amp', 'amps'],
    mV: ['millivolt', 'millivolts'],
    mA: ['milliamp', 'milliamps'],
    mW: ['milliwatt', 'milliwatts'],
    Ah: ['amp hour', 'amp hours'],
    Ω: ['ohm', 'ohms'],
    kΩ: ['kilo ohm', 'kilo ohms'],
    MΩ: ['mega ohm', 'mega ohms'],
    nF: ['nanofarad', 'nanofarads'],
    μF: ['microfarad', 'microfarads'],
    J: ['joule', 'joules'],
    kJ: ['kilojoule', 'kilojoules'],
    MJ: ['megajoule', 'megajoules'],
    N: ['newton', 'newtons'],
    Nm: ['newton meter', 'newton meters'],
    Pa: ['pascal', 'pascals'],
    hPa: ['hectopascal', 'hectopascals'],
    kPa: ['kilopascal', 'kilopascals'],
    MPa: ['megapascal', 'megapascals'],
    GPa: ['gigapascal', 'gigapascals'],
    psi: ['pound per square inch', 'pounds per square inch'],
    hp: ['horsepower', 'horsepower'],
    dB: ['decibel', 'decibels'],
    K: ['kelvin', 'kelvin'],
    mol: ['mole', 'moles'],
    mmol: ['millimole', 'millimoles'],
    mmHg: ['millimeter of mercury', 'millimeters of mercury'],
    IU: ['international unit', 'international units'],
    BTU: ['b t u', 'b t u'],
    lm: ['lumen', 'lumens'],
    kcal: ['kilocalorie', 'kilocalories'],
    cal: ['calorie', 'calories'],
    eV: ['electron volt', 'electron volts'],
    ppm: ['part per million', 'parts per million'],
    ppb: ['part per billion', 'parts per billion'],
    dpi: ['dot per inch', 'dots per inch'],
    ppi: ['pixel per inch', 'pixels per inch'],
    px: ['pixel', 'pixels'],
    MP: ['megapixel', 'megapixels'],
    '°': ['degree', 'degrees'],
    '°C': ['degree celsius', 'degrees celsius'],
    '°F': ['degree fahrenheit', 'degrees fahrenheit'],
    ºC: ['degree celsius', 'degrees celsius'],
    ºF: ['degree fahrenheit', 'degrees fahrenheit'],
    '°N': ['degree north', 'degrees north'],
    '°S': ['degree south', 'degrees south'],
    '°E': ['degree east', 'degrees east'],
    '°W': ['degree west', 'degrees west'],
    '%': ['percent', 'percent'],
    '‰': ['per mille', 'per mille'],
    pp: ['percentage point', 'percentage points'],
    bps: ['basis point', 'basis points'],
    ct: ['carat', 'carats'],
    acres: ['acre', 'acres'],
  }),
)

/** Units only if attached to the number. Separate, they are words or mean something else ("in", "A", "5 K run"). */
const ONLY_ATTACHED = new Set(['in', 'A', 'K', 't', 'b', 'N', 'J', 'pp', 'bps', 'acres', 's', 'h', 'pt'])
/** Units only if separate. Attached, they usually mean something else: "5m" millions, "5K" thousands, "3A" a flat number. */
const ONLY_DETACHED = new Set(['m', 'K', 'b', 'A', 'N', 'J', 't', 'MP', 'pp', 'acres'])

const POWERS = new Map<string, string>(Object.entries({ '2': 'square', '3': 'cubic' }))

/**
 * The spoken unit for a symbol after a number; null if the symbol is not a unit. Supports powers ("km^2", "m3") and quotients ("mg/dL").
 * `isAttached`: there is no space between number and symbol.
 */
export function readUnit(symbol: string, isOne: boolean, isAttached: boolean): string | null {
  const [over, per, ...rest] = symbol.split('/')
  if (rest.length > 0 || over === undefined) return null
  const spoken = readSimpleUnit(over, isOne, isAttached, per !== undefined)
  if (spoken === null || per === undefined) return spoken
  const squared = /^s(?:ec)?\^?2$/.test(per) ? 'second squared' : null
  if (/^\d+$/.test(per)) return `${spoken} per ${cardinal(per)}`
  const divisor = squared ?? (PER_WORDS.has(per) ? per : readSimpleUnit(per, true, true, true))
  return divisor === null ? null : `${spoken} per ${divisor}`
}

const PER_WORDS = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'person', 'unit'])

function readSimpleUnit(symbol: string, isOne: boolean, isAttached: boolean, isInQuotient: boolean): string | null {
  const power = /^(\p{L}{1,2})\^?([23])$/u.exec(symbol)
  const name = power ? power[1]! : symbol
  const unit = UNITS.get(name)
  if (!unit) return null
  if (!power && !isInQuotient && (isAttached ? ONLY_DETACHED : ONLY_ATTACHED).has(name)) return null
  const [one, many] = unit
  return [power ? POWERS.get(power[2]!)! : '', isOne ? one : many].join(' ').trim()
}
