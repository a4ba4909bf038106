/** The languages of an Accept-Language header by descending weight (RFC 9110 section 12.5.4). */
export function acceptedLanguages(header: string | null): string[] {
  return (header ?? '')
    .slice(0, 400)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.split(';').map((field) => field.trim())
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { tag, weight: Number.isNaN(weight) ? 0 : weight, index }
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag)
}
