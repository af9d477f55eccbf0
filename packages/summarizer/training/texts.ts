import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import type { SpokenDocument } from './documents.ts'

/**
 * Reads the `.txt` and `.html` files in a folder, recursively, as documents to learn punctuation from. Each direct subfolder is one work
 * and is divided into documents of about 5,000 words. A paragraph is a line of a text file or a `p` element.
 */
export function loadTexts(folder: string): SpokenDocument[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ name }) => {
      const paragraphs = new Set(listFiles(path.join(folder, name)).flatMap(readParagraphs).filter(isProse))
      return splitIntoDocuments([...paragraphs]).map((documentParagraphs, i) => toDocument(name, i, documentParagraphs))
    })
}

const WORDS_PER_DOCUMENT = 5000

function splitIntoDocuments(paragraphs: readonly string[]): string[][] {
  const documents: string[][] = [[]]
  let words = 0
  for (const paragraph of paragraphs) {
    if (words > WORDS_PER_DOCUMENT) {
      documents.push([])
      words = 0
    }
    documents.at(-1)!.push(paragraph)
    words += paragraph.split(' ').length
  }
  return documents
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(txt|html)$/.test(name))
    .sort()
    .map(name => path.join(folder, name))

function readParagraphs(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = file.endsWith('.html') ? parseParagraphs(text) : text.split('\n')
  return found.map(cleanParagraph)
}

/** Removes text in brackets, which is not spoken. */
const cleanParagraph = (text: string) =>
  text
    .replace(/\([^()]*\)|\[[^\]]*\]/g, ' ')
    .replace(/--|—/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()

function parseParagraphs(page: string): string[] {
  const paragraphs: string[] = []
  let isInParagraph = false
  const parser = new Parser({
    onopentagname(name) {
      if (name !== 'p') return
      isInParagraph = true
      paragraphs.push('')
    },
    ontext(text) {
      if (isInParagraph) paragraphs[paragraphs.length - 1] += text
    },
    onclosetag(name) {
      if (name === 'p') isInParagraph = false
    },
  })
  parser.end(page)
  return paragraphs
}

/** Whether a paragraph is long enough to have sentences and contains no code. */
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
