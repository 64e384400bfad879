import { describe, expect, it } from 'vitest'
import { parseXml } from './plex-xml.ts'

describe('the XML of plex.tv', () => {
  it('has elements with attributes, nested and empty', () => {
    const document = `<?xml version="1.0" encoding="UTF-8"?>
      <MediaContainer size="1">
        <SharedServer id="30001" name="Tom &amp; Ann&#39;s &lt;den&gt;" email='a@example.org'>
          <Section key="1" shared="1"/>
        </SharedServer>
      </MediaContainer>`
    expect(parseXml(document)).toEqual({
      name: 'MediaContainer',
      attributes: { size: '1' },
      children: [
        {
          name: 'SharedServer',
          attributes: { id: '30001', name: "Tom & Ann's <den>", email: 'a@example.org' },
          children: [{ name: 'Section', attributes: { key: '1', shared: '1' }, children: [] }],
        },
      ],
    })
  })

  it.each(['', 'sorry', '{"size":1}', '<a><b></a></b>', '<a><b/>', '<a/><b/>'])(
    'is not what was cut or is something else: %s',
    document => expect(parseXml(document)).toBeNull(),
  )
})
