import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import type { SpokenDocument } from './documents.ts'

/**
 * Reads the `.txt` and `.html` files of a folder and its folders as documents whose punctuation can be learnt from: each
 * folder right below it is one work, and each 5,000 words of a work a document. A paragraph is a line of a text file, or a
 * `p` of a page.
 */
export function loadTexts(folder: string): SpokenDocument[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ name }) => {
      const paragraphs = new Set(filesIn(path.join(folder, name)).flatMap(paragraphsOf).filter(isProse))
      return inDocuments([...paragraphs]).map((own, i) => toDocument(name, i, own))
    })
}

const WORDS_A_DOCUMENT = 5000

function inDocuments(paragraphs: readonly string[]): string[][] {
  const documents: string[][] = [[]]
  let words = 0
  for (const paragraph of paragraphs) {
    if (words > WORDS_A_DOCUMENT) {
      documents.push([])
      words = 0
    }
    documents.at(-1)!.push(paragraph)
    words += paragraph.split(' ').length
  }
  return documents
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(txt|html)$/.test(name))
    .sort()
    .map(name => path.join(folder, name))

function paragraphsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = file.endsWith('.html') ? paragraphsOfPage(text) : text.split('\n')
  return found.map(plain)
}

/** Asides in brackets are not said. */
const plain = (text: string) =>
  text
    .replace(/\([^()]*\)|\[[^\]]*\]/g, ' ')
    .replace(/--|—/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()

function paragraphsOfPage(page: string): string[] {
  const paragraphs: string[] = []
  let open = false
  const parser = new Parser({
    onopentagname(name) {
      if (name !== 'p') return
      open = true
      paragraphs.push('')
    },
    ontext(text) {
      if (open) paragraphs[paragraphs.length - 1] += text
    },
    onclosetag(name) {
      if (name === 'p') open = false
    },
  })
  parser.end(page)
  return paragraphs
}

/** Long enough to have sentences, and without code. */
const isProse = (text: string) => text.split(' ').length > 10 && !/[{}<>=|\\]|::|\w\(\)|__/.test(text)

function toDocument(name: string, number: number, paragraphs: readonly string[]): SpokenDocument {
  const segments = paragraphs.map((text, i) => ({
    startMs: 60_000 * i,
    endMs: 60_000 * i + 50_000,
    text,
    labelled: false,
  }))
  return {
    id: `${name} ${number}`,
    group: `${name} ${number}`,
    source: name,
    durationMs: 60_000 * paragraphs.length,
    segments,
    reference: '',
    items: [],
    extractive: false,
  }
}
