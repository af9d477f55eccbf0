import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { barChart } from './chart.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { figuresOf } from './figures.ts'
import { ratiosOf, spread } from './report.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')
const images = path.join(docs, 'images/quality')

/** Evaluates in both views and writes docs/quality.md with its charts; gives what it says to the terminal. */
export async function writeReport(documents: readonly SpokenDocument[], words: number, file: string): Promise<string> {
  const speech = await evaluate(documents, { view: 'speech', words, file })
  const captions = await evaluate(documents, { view: 'captions', words, file })
  mkdirSync(images, { recursive: true })
  for (const [name, svg] of Object.entries(charts(speech, captions))) writeFileSync(path.join(images, name), svg)
  writeFileSync(path.join(docs, 'quality.md'), page(speech, captions))
  const figures = figuresOf([speech, captions]).map(({ name, value }) => `${value.toFixed(4).padStart(9)}  ${name}`)
  return ['Wrote docs/quality.md and its charts. The figures that have floors:', ...figures].join('\n')
}

function charts(speech: Evaluation, captions: Evaluation): Record<string, string> {
  const rouge = (evaluation: Evaluation) =>
    evaluation.systems.map(({ name, rouge1, rouge2 }) => ({ label: name, values: [100 * rouge1, 100 * rouge2] }))
  return {
    'rouge-speech.svg': barChart('ROUGE F at 200 words, punctuated speech', ['ROUGE-1', 'ROUGE-2'], rouge(speech), 1),
    'rouge-captions.svg': barChart(
      'ROUGE F at 200 words, captions without punctuation',
      ['ROUGE-1', 'ROUGE-2'],
      rouge(captions),
      1,
    ),
    'readability.svg': barChart(
      'Sentences that do not read as such, % (punctuated speech)',
      ['fragments', 'repeated'],
      speech.systems.map(({ name, fragments, repeated }) => ({
        label: name,
        values: [100 * fragments, 100 * repeated],
      })),
      1,
    ),
    'restored.svg': barChart(
      'Ends of sentences found again, F1',
      ['rules', 'engine'],
      (captions.restored ?? []).map(({ withTurns, rules, engine }) => ({
        label: withTurns ? 'turns known' : 'nothing known',
        values: [rules.f1, engine.f1],
      })),
      3,
    ),
  }
}

const cells = (...values: (string | number)[]) => `| ${values.join(' | ')} |`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function page(speech: Evaluation, captions: Evaluation): string {
  return [
    '# Quality of summaries',
    '',
    '<!-- Written by `npm run eval -- --report`. Do not edit. -->',
    '',
    ...introduction(speech),
    ...engineTables(speech, captions),
    ...ratioTable(speech, captions),
    ...sourceTable(speech),
    ...readingTable(speech, captions),
    ...longForm(speech, captions),
    ...restoration(captions),
    ...checker(speech),
    ...floors(),
  ].join('\n')
}

const introduction = ({ documents, hours, words }: Evaluation) => [
  `Measured on ${documents} spoken documents, ${hours.toFixed(0)} hours: meetings (AMI, ICSI), parliamentary committees (QMSum) and calls of developers (ethpm), each with a`,
  'reference summary. They are data of others and not part of this repository; `npm run eval` looks for them in `../shared/eval/dev.jsonl.gz`, or reads',
  'the file it is given: gzipped, one JSON document a line, with `id, group, source, durationS, segments [{ start, end, speaker, text, ext }],',
  'references [{ text }], items [{ start, text }], extractive`. AMI and ICSI are at groups.inf.ed.ac.uk, QMSum at github.com/Yale-LILY/QMSum, ethpm at',
  'github.com/ethereum/pm.',
  '',
  'The models of the built-in engine learn from AMI, ICSI and QMSum; every document is scored with models that have not seen any recording of its series',
  '(five folds), in the captions view also without the books that the shipped models learnt from. The ethpm documents only score.',
  `Summaries have ${words} words (600 where timestamped items are looked for). ROUGE is an F measure between 0 and 100, as google-research/rouge_score computes it.`,
  'Seconds are of one run, and rise with whatever else the machine does: compare them with those of TextRank beside them.',
  '',
  '| command | what it gives |',
  '|---|---|',
  '| `npm run eval` | the tables below for punctuated speech; `--view captions` for captions; `--json` for programs |',
  '| `npm run eval -- --report` | both views, and this page |',
  '| `npm run test:long` | fails when a figure falls below its floor (`bench/eval/floors.json`) |',
  '',
]

const engineTables = (speech: Evaluation, captions: Evaluation) =>
  [
    ['Punctuated speech', speech, 'rouge-speech.svg'] as const,
    ['Captions: lower case, no punctuation, no speakers', captions, 'rouge-captions.svg'] as const,
  ].flatMap(([title, { systems, skipped, longHours }, chart]) => [
    `## ${title}`,
    '',
    `![ROUGE of every system](images/quality/${chart})`,
    '',
    cells('system', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'items', 'precision', `s for ${longHours.toFixed(0)} h`, 'MB'),
    '|---|---|---|---|---|---|---|---|',
    ...systems.map(s =>
      cells(
        s.name,
        ...[s.rouge1, s.rouge2, s.rougeL].map(value => (100 * value).toFixed(2)),
        s.itemRecall.toFixed(3),
        s.extractivePrecision.toFixed(3),
        (s.secondsPerHour * longHours).toFixed(2),
        s.peakMemoryMb.toFixed(0),
      ),
    ),
    ...skipped.map(({ name, why }) => cells(name, `skipped: ${why}`, '', '', '', '', '', '')),
    '',
  ])

const FIGURES = {
  rouge1: 'ROUGE-1',
  rouge2: 'ROUGE-2',
  rougeL: 'ROUGE-L',
  itemRecall: 'timestamped items represented',
  extractivePrecision: 'precision on human extracts',
}

const ratioTable = (speech: Evaluation, captions: Evaluation) => [
  '## The built-in engine as ratio to TextRank',
  '',
  'The spread is over the five folds.',
  '',
  cells('figure', 'ratio', 'least', 'most', 'deviation', 'must', 'aim', ''),
  '|---|---|---|---|---|---|---|---|',
  ...[speech, captions].flatMap(evaluation =>
    ratiosOf(evaluation).map(({ figure, ratio, byFold, must, aim }) => {
      const { least, most, deviation } = spread(byFold)
      return cells(
        `${FIGURES[figure]}${evaluation.view === 'captions' ? ', captions' : ''}`,
        ...[ratio, least, most, deviation].map(value => value.toFixed(3)),
        must.toFixed(2),
        aim.toFixed(2),
        ratio >= aim ? 'aim reached' : ratio >= must ? 'must reached' : '**below must**',
      )
    }),
  ),
  '',
]

const sourceTable = ({ systems }: Evaluation) => [
  '## By source, punctuated speech',
  '',
  cells('source', 'system', 'ROUGE-1', 'ROUGE-2', 'items', 'precision'),
  '|---|---|---|---|---|---|',
  ...Object.keys(systems[0]!.bySource).flatMap(source =>
    systems
      .filter(({ name }) => !['lead', 'random', 'lexrank'].includes(name))
      .map(({ name, bySource }) => {
        const own = bySource[source]!
        const known = (value: number) => (value > 0 ? value.toFixed(3) : '–')
        const rouge = [own.rouge1, own.rouge2].map(value => (100 * value).toFixed(2))
        return cells(source, name, ...rouge, known(own.itemRecall), known(own.extractivePrecision))
      }),
  ),
  '',
]

const readingTable = (speech: Evaluation, captions: Evaluation) => [
  '## How the sentences read',
  '',
  'Fragments have no clause of their own, begin in the middle or break off, as far as parts of speech tell (about one sound sentence in twenty is counted as well).',
  'Dangling ones begin with "he" or "this" and nothing stands before them that it could mean. Repeated ones have three fifths of their content words from',
  'another sentence of the summary. Where captions have no punctuation the built-in engine refuses fragments by the same rules, so that there the figure says little of it. Supported: the check of citations bears them out. Invented: numbers and names that the recording has nowhere, in a thousand sentences.',
  '',
  '![Fragments and repetitions of every system](images/quality/readability.svg)',
  '',
  cells('view', 'system', 'fragments', 'dangling', 'repeated', 'words', 'supported', 'invented'),
  '|---|---|---|---|---|---|---|---|',
  ...[speech, captions].flatMap(({ view, systems }) =>
    systems.map(s =>
      cells(
        view,
        s.name,
        percent(s.fragments),
        percent(s.dangling),
        percent(s.repeated),
        s.wordsASentence.toFixed(1),
        s.supported === undefined ? '–' : percent(s.supported),
        s.invented.toFixed(1),
      ),
    ),
  ),
  '',
]

const longForm = (...evaluations: Evaluation[]) => [
  '## Twelve hours in the long form',
  '',
  'One recording, with one sentence of fact (a name and a number) put into the middle of every ten minutes. A window is represented when a sentence cites it.',
  '',
  cells('view', 'engine', 'windows of ten minutes', 'represented (must 75 %)', 'planted facts told'),
  '|---|---|---|---|---|',
  ...evaluations.flatMap(({ view, facts }) =>
    facts.map(({ name, windows, windowsRepresented, factsTold }) =>
      cells(view, name, windows, percent(windowsRepresented), percent(factsTold)),
    ),
  ),
  '',
]

const restoration = ({ restored = [] }: Evaluation) => [
  '## Punctuation and capitals that were hidden',
  '',
  'The punctuated AMI, ICSI and QMSum documents in lower case and without punctuation; models that have not seen the series. "Turns known": the captions mark changes of',
  'speaker, as `>>` does. A sentence also ends with a turn; a cut at the end of a dialogue act that bears no full stop counts neither for nor against. The rules know turns, silence,',
  'words that begin sentences, and length. No instants of words: captions that have them are read better. Capitals: share of all words with the right case; names:',
  'F1 of the words inside sentences that are written with a capital, "I" aside.',
  '',
  '![F1 of the ends of sentences](images/quality/restored.svg)',
  '',
  cells('', '', 'precision', 'recall', 'F1', 'F1 by fold', 'capitals right', 'names F1'),
  '|---|---|---|---|---|---|---|---|',
  ...restored.flatMap(({ withTurns, rules, engine, byFold }) => {
    const { least, most } = spread(byFold.map(fold => fold.f1))
    return [
      { name: 'rules', own: rules, folds: '' },
      { name: 'engine', own: engine, folds: `${least.toFixed(3)}–${most.toFixed(3)}` },
    ].map(({ name, own, folds }) =>
      cells(
        withTurns ? 'turns known' : 'nothing known',
        name,
        ...[own.precision, own.recall, own.f1].map(value => value.toFixed(3)),
        folds,
        percent(own.capitalsRight),
        own.namesF1.toFixed(3),
      ),
    )
  }),
  '',
  `The generated files of the models, in the package: ${modelSizes()}.`,
  '',
]

function modelSizes(): string {
  const folder = path.resolve(import.meta.dirname, '../../packages/summarizer/src/generated')
  return readdirSync(folder)
    .sort()
    .map(name => `${name} ${Math.ceil(statSync(path.join(folder, name)).size / 1024)} KiB`)
    .join(', ')
}

const checker = ({ checker: figures }: Evaluation) =>
  figures === undefined
    ? []
    : [
        '## The check of citations',
        '',
        'False sentences must be caught (at least 95 of 100), true ones must stand (at least 98 of 100). The planted falsehoods (another number, name, date or unit, a negation',
        'more or less, an opposite) are drawn with a fixed seed from sentences of the engine on these documents and on the talks of the repository.',
        '',
        cells('sentences', 'number', 'called weak'),
        '|---|---|---|',
        cells('with a planted falsehood', figures.planted, percent(figures.plantedCaught / figures.planted)),
        cells('unaltered', figures.unaltered, percent(figures.unalteredFlagged / figures.unaltered)),
        cells(
          'false, by hand, in words of their own',
          figures.byHandFalse,
          percent(figures.byHandCaught / figures.byHandFalse),
        ),
        cells(
          'faithful, by hand, in words of their own',
          figures.byHandFaithful,
          percent(figures.byHandFlagged / figures.byHandFaithful),
        ),
        cells('transcripts with injected orders', '–', 'measured with a language model'),
        '',
      ]

const floors = () => [
  '## Floors',
  '',
  'Each figure of the built-in engine has a floor a little below what it is; `npm run test:long` measures them anew and names those that fell. What was tried to raise',
  'them stands in decision 33.',
  '',
]
