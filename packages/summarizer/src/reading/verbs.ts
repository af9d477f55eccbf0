/** Base form, past and participle of common irregular verbs. */
const IRREGULAR = `arise arose arisen;be was been;bear bore borne;beat beat beaten;become became become;begin began begun;bend bent bent;bet bet bet;bind bound bound;bite bit bitten;bleed bled bled;blow blew blown;break broke broken;bring brought brought;build built built;burn burnt burnt;buy bought bought;catch caught caught;choose chose chosen;cling clung clung;come came come;cost cost cost;cut cut cut;deal dealt dealt;dig dug dug;draw drew drawn;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feed fed fed;feel felt felt;fight fought fought;find found found;fit fit fit;fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;freeze froze frozen;get got gotten;give gave given;go went gone;grow grew grown;hang hung hung;hear heard heard;hide hid hidden;hit hit hit;hold held held;hurt hurt hurt;keep kept kept;know knew known;lay laid laid;lead led led;lean leaned leaned;learn learnt learnt;leave left left;lend lent lent;let let let;lie lay lain;light lit lit;lose lost lost;make made made;mean meant meant;meet met met;pay paid paid;prove proved proven;put put put;quit quit quit;read read read;ride rode ridden;ring rang rung;rise rose risen;run ran run;say said said;see saw seen;seek sought sought;sell sold sold;send sent sent;set set set;shake shook shaken;shine shone shone;shoot shot shot;show showed shown;shrink shrank shrunk;shut shut shut;sing sang sung;sink sank sunk;sit sat sat;sleep slept slept;slide slid slid;speak spoke spoken;speed sped sped;spend spent spent;spin spun spun;split split split;spread spread spread;stand stood stood;steal stole stolen;stick stuck stuck;strike struck struck;swear swore sworn;swim swam swum;swing swung swung;take took taken;teach taught taught;tear tore torn;tell told told;think thought thought;throw threw thrown;understand understood understood;wake woke woken;wear wore worn;win won won;wind wound wound;write wrote written;withdraw withdrew withdrawn;overcome overcame overcome;undergo underwent undergone;undertake undertook undertaken`

/** Regular verbs, including those that are also nouns, because sentences are only checked for a possible verb, not tagged. */
const REGULAR = `accept access account achieve acquire act activate adapt add address adjust admit adopt advance advise affect afford agree aim align allow analyze announce answer anticipate appear apply appreciate approach approve argue arrange arrive ask assemble assess assign assist assume attach attack attempt attend attract automate avoid
back balance base behave believe belong benefit block book boost borrow bother breathe brief buffer calculate call calm capture care carry cause celebrate challenge change charge chase check claim clarify clean clear click climb close collaborate collapse collect combine comment commit communicate compare compete compile complain complete compress compute concern conclude conduct configure confirm connect conserve consider consist construct consult consume contact contain continue contract contribute control convert convey convince cook copy correct count cover create criticize cross cry customize
damage dance decide declare decline decrease dedicate define delay delegate delete deliver demand demonstrate deny depend deploy derive describe deserve design desire destroy detect determine develop die differ disable disagree disappear discover discuss display distinguish distribute divide double download drag dream dress drop earn edit educate elect eliminate email embrace emerge emphasize employ enable encounter encourage end enforce engage enhance enjoy ensure enter establish estimate evaluate evolve examine exceed exchange execute exercise exist expand expect experience explain explore expose express extend extract face facilitate fail favor fear feature file fill filter finance finish fix flip float flow focus follow force form frame fund gain gather generate grab grant guarantee guess guide handle happen hate head help hire hope host identify ignore illustrate imagine impact implement imply import impose impress improve include increase indicate influence inform inherit initialize inject innovate insert insist inspect inspire install integrate intend interact interpret introduce invent invest investigate invite involve issue jump justify kick kill
label lack land last laugh launch leak leverage lift like limit link list listen live load locate lock log look love lower maintain manage manipulate map mark market master match matter measure mention merge migrate mind miss mix modify monitor motivate mount move multiply name need negotiate note notice notify observe obtain occur offer open operate optimize order organize own pack paint park participate partner pass perceive perform permit persist pick place plan plant play plot point pop position possess post practice predict prefer prepare present preserve press pretend prevent print process produce program promise promote propose protect provide publish pull purchase pursue push qualify question quote race raise range rank rate reach react realize recall receive recognize recommend record recover reduce refer reflect refuse regard register regulate reject relate relax release rely remain remember remind remove repair repeat replace reply report represent request require research resolve respect respond rest restart restore restrict result retain retire return reveal reverse review reward roll rule rush sacrifice satisfy save scale scan schedule score scroll search select separate serve settle shape share shift ship shock shop sign simplify simulate skip slow smell smile solve sort sound specify spot stabilize start state stay steer step stop store stream strengthen stress stretch struggle study submit subscribe succeed suffer suggest summarize supply support suppose surprise surround survive suspect sustain switch talk target taste tend terminate test thank threaten touch track trade train transfer transform translate transmit travel treat trigger trust try turn type unlock update upgrade upload use validate value vary verify view violate visit visualize volunteer vote wait walk want warn wash waste watch welcome wish wonder work worry wrap yield zoom`

const FORMS = new Map<string, 'base' | 'finite' | 'participle' | 'ing'>()

const set = (word: string, form: 'base' | 'finite' | 'participle' | 'ing') => {
  if (!FORMS.has(word)) FORMS.set(word, form)
}
const dropE = (base: string) => (base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) : base)
const third = (base: string) =>
  /(s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`
const doubled = (base: string) => (/^[^aeiou]*[aeiou][bdglmnprt]$/.test(base) ? base + base.at(-1) : base)

for (const line of IRREGULAR.split(';')) {
  const [base, past, participle] = line.split(' ')
  set(base!, 'base')
  set(past!, 'finite')
  set(participle!, 'participle')
  set(third(base!), 'finite')
  set(`${doubled(dropE(base!))}ing`, 'ing')
}
for (const base of REGULAR.split(/\s+/)) {
  set(base, 'base')
  set(third(base), 'finite')
  set(/[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${doubled(dropE(base))}ed`, 'finite')
  set(`${doubled(dropE(base))}ing`, 'ing')
}
for (const word of 'submitted permitted committed occurred preferred referred admitted controlled transferred'.split(
  ' ',
))
  set(word, 'finite')

/** The form of a known verb that a lower-case word may be; undefined for other words. */
export const verbForm = (word: string) => FORMS.get(word)

const BASES = new Map(
  IRREGULAR.split(';').flatMap(line => {
    const [base, ...forms] = line.trim().split(' ')
    return forms.map(form => [form, base!] as const)
  }),
)

/** The base form of an irregular past or participle ("went" → "go"); other words are returned unchanged. */
export const verbBase = (word: string): string => BASES.get(word) ?? word
