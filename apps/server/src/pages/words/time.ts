import { type TimeForms, waitingTime } from './plurals.ts'

/** Seconds and minutes as they stand after the word for "in" (or before the one for "after") in each language. */
const forms: Record<string, TimeForms> = {
  en: {
    second: { one: '# second', other: '# seconds' },
    minute: { one: '# minute', other: '# minutes' },
  },
  de: {
    second: { one: '# Sekunde', other: '# Sekunden' },
    minute: { one: '# Minute', other: '# Minuten' },
  },
  fr: {
    second: { one: '# seconde', other: '# secondes' },
    minute: { one: '# minute', other: '# minutes' },
  },
  es: {
    second: { one: '# segundo', other: '# segundos' },
    minute: { one: '# minuto', other: '# minutos' },
  },
  it: {
    second: { one: '# secondo', other: '# secondi' },
    minute: { one: '# minuto', other: '# minuti' },
  },
  pt: {
    second: { one: '# segundo', other: '# segundos' },
    minute: { one: '# minuto', other: '# minutos' },
  },
  nl: {
    second: { one: '# seconde', other: '# seconden' },
    minute: { one: '# minuut', other: '# minuten' },
  },
  pl: {
    second: { one: '# sekundę', few: '# sekundy', many: '# sekund', other: '# sekundy' },
    minute: { one: '# minutę', few: '# minuty', many: '# minut', other: '# minuty' },
  },
  ja: { second: { other: '# 秒' }, minute: { other: '# 分' } },
  zh: { second: { other: '# 秒' }, minute: { other: '# 分钟' } },
  ko: { second: { other: '#초' }, minute: { other: '#분' } },
  ar: {
    second: { one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', many: '# ثانية', other: '# ثانية' },
    minute: { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' },
  },
}

const english: TimeForms = {
  second: { one: '# second', other: '# seconds' },
  minute: { one: '# minute', other: '# minutes' },
}

/** For the script that counts down. */
export const timeForms = (lang: string): TimeForms => forms[lang] ?? english

/** A waiting time in the words of a language. */
export const inTime = (lang: string, seconds: number): string => waitingTime(lang, timeForms(lang), seconds)
