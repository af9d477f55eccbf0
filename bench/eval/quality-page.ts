import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { barChart } from './chart.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { createFigures } from './figures.ts'
import { ratiosToTextRank, spread } from './report.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')
const images = path.join(docs, 'images/quality')

/** Evaluates in both views and writes docs/quality.md with its charts. Returns the text for the terminal. */
export async function writeReport(documents: readonly SpokenDocument[], words: number, file: string): Promise<string> {
  const speech = await evaluate(documents, { view: 'speech', words, file })
  const captions = await evaluate(documents, { view: 'captions', words, file })
  mkdirSync(images, { recursive: true })
  for (const [name, svg] of Object.entries(charts(speech, captions))) writeFileSync(path.join(images, name), svg)
  writeFileSync(path.join(docs, 'quality.md'), page(speech, captions))
  const figures = createFigures([speech, captions]).map(({ name, value }) => `${value.toFixed(4).padStart(9)}  ${name}`)
  return ['Wrote docs/quality.md and its charts. Figures with floors:', ...figures].join('\n')
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
      'Fragments and repeated sentences, % (punctuated speech)',
      ['fragments', 'repeated'],
      speech.systems.map(({ name, fragments, repeated }) => ({
        label: name,
        values: [100 * fragments, 100 * repeated],
      })),
      1,
    ),
    'restored.svg': barChart(
      'Restored sentence ends, F1',
      ['rules', 'engine'],
      (captions.restored ?? []).map(({ withTurns, rules, engine }) => ({
        label: withTurns ? 'turns known' : 'turns unknown',
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
    '# Summary quality',
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
  `Measured on ${documents} spoken documents, ${hours.toFixed(0)} hours: meetings (AMI, ICSI), parliamentary committees (QMSum) and developer calls (ethpm), each with a`,
  'reference summary. They are third-party data and not part of this repository; `npm run eval` reads `../shared/eval/dev.jsonl.gz` or the file passed',
  'to it: gzipped, one JSON document per line, with `id, group, source, durationS, segments [{ start, end, speaker, text, ext }],',
  'references [{ text }], items [{ start, text }], extractive`. AMI and ICSI are at groups.inf.ed.ac.uk, QMSum at github.com/Yale-LILY/QMSum, ethpm at',
  'github.com/ethereum/pm.',
  '',
  'The models of the built-in engine are trained on AMI, ICSI and QMSum; every document is scored with models not trained on any recording of its series',
  '(five folds), in the captions view also without the books that the shipped models are trained on. The ethpm documents are only used for scoring.',
  `Summaries have ${words} words (600 for timestamped items). ROUGE is an F measure between 0 and 100, as computed by google-research/rouge_score.`,
  'Seconds are from one run and depend on the load of the machine: compare them with those of TextRank.',
  '',
  '| command | result |',
  '|---|---|',
  '| `npm run eval` | the tables below for punctuated speech; `--view captions` for captions; `--json` for programs |',
  '| `npm run eval -- --report` | both views and this page |',
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
  '## The built-in engine relative to TextRank',
  '',
  'The spread is over the five folds.',
  '',
  cells('figure', 'ratio', 'min', 'max', 'deviation', 'minimum', 'target', ''),
  '|---|---|---|---|---|---|---|---|',
  ...[speech, captions].flatMap(evaluation =>
    ratiosToTextRank(evaluation).map(({ figure, ratio, byFold, minimum, target }) => {
      const { least, most, deviation } = spread(byFold)
      return cells(
        `${FIGURES[figure]}${evaluation.view === 'captions' ? ', captions' : ''}`,
        ...[ratio, least, most, deviation].map(value => value.toFixed(3)),
        minimum.toFixed(2),
        target.toFixed(2),
        ratio >= target ? 'target reached' : ratio >= minimum ? 'minimum reached' : '**below minimum**',
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
        const scores = bySource[source]!
        const formatKnown = (value: number) => (value > 0 ? value.toFixed(3) : '–')
        const rouge = [scores.rouge1, scores.rouge2].map(value => (100 * value).toFixed(2))
        return cells(source, name, ...rouge, formatKnown(scores.itemRecall), formatKnown(scores.extractivePrecision))
      }),
  ),
  '',
]

const readingTable = (speech: Evaluation, captions: Evaluation) => [
  '## Readability',
  '',
  'Fragments have no main clause, or begin or end in the middle of one, judged by parts of speech (about one correct sentence in twenty is counted as well).',
  'Dangling sentences begin with "he" or "this" without an antecedent. Repeated sentences share three fifths of their content words with',
  'another sentence of the summary. In captions without punctuation the built-in engine rejects fragments by the same rules, so there the figure says little about it. Supported: confirmed by the citation check. Invented: numbers and names that are not in the recording, per thousand sentences.',
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
  '## Twelve hours with preset long',
  '',
  'One recording, with one planted fact (a name and a number) in the middle of every ten minutes. A window is represented if a sentence cites it.',
  '',
  cells('view', 'engine', 'ten-minute windows', 'represented (minimum 75 %)', 'planted facts included'),
  '|---|---|---|---|---|',
  ...evaluations.flatMap(({ view, facts }) =>
    facts.map(({ name, windows, windowsRepresented, factsTold }) =>
      cells(view, name, windows, percent(windowsRepresented), percent(factsTold)),
    ),
  ),
  '',
]

const restoration = ({ restored = [] }: Evaluation) => [
  '## Restoring punctuation and capitals',
  '',
  'The punctuated AMI, ICSI and QMSum documents in lower case and without punctuation, read with models not trained on the series. "Turns known": the captions mark changes of',
  'speaker, as `>>` does. A turn also ends a sentence; an end after a dialogue act without a full stop counts neither as right nor as wrong. The rules use turns, silence,',
  'words that begin sentences, and length. Without word timings; captions that have them are read better. Capitals: share of all words with the right case. Names:',
  'F1 of the capitalized words inside sentences, except "I".',
  '',
  '![F1 of sentence ends](images/quality/restored.svg)',
  '',
  cells('', '', 'precision', 'recall', 'F1', 'F1 by fold', 'capitals right', 'names F1'),
  '|---|---|---|---|---|---|---|---|',
  ...restored.flatMap(({ withTurns, rules, engine, byFold }) => {
    const { least, most } = spread(byFold.map(fold => fold.f1))
    return [
      { name: 'rules', scores: rules, folds: '' },
      { name: 'engine', scores: engine, folds: `${least.toFixed(3)}–${most.toFixed(3)}` },
    ].map(({ name, scores, folds }) =>
      cells(
        withTurns ? 'turns known' : 'turns unknown',
        name,
        ...[scores.precision, scores.recall, scores.f1].map(value => value.toFixed(3)),
        folds,
        percent(scores.capitalsRight),
        scores.namesF1.toFixed(3),
      ),
    )
  }),
  '',
  `Generated model files in the package: ${modelSizes()}.`,
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
        '## Citation check',
        '',
        'At least 95 % of false sentences must be caught, and at least 98 % of true ones accepted. The planted falsehoods (a changed number, name, date or unit, an added or',
        'removed negation, an antonym) are drawn with a fixed seed from sentences of the engine about these documents and the talks of the fixtures.',
        '',
        cells('sentences', 'number', 'called weak'),
        '|---|---|---|',
        cells('with a planted falsehood', figures.planted, percent(figures.plantedCaught / figures.planted)),
        cells('unaltered', figures.unaltered, percent(figures.unalteredFlagged / figures.unaltered)),
        cells(
          'false paraphrases, handwritten',
          figures.byHandFalse,
          percent(figures.byHandCaught / figures.byHandFalse),
        ),
        cells(
          'faithful paraphrases, handwritten',
          figures.byHandFaithful,
          percent(figures.byHandFlagged / figures.byHandFaithful),
        ),
        cells('transcripts with prompt injections', '–', 'measured with a language model'),
        '',
      ]

const floors = () => [
  '## Floors',
  '',
  'Each figure of the built-in engine has a floor slightly below its value; `npm run test:long` measures them again and lists those that fell below. Experiments to raise',
  'them are in decision 33.',
  '',
]
