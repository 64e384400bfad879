import type { Answering } from './demo-conversation.ts'

export function greetingWords(turn: Answering): string {
  return turn.words(
    'Hello! Tell me what you feel like watching, or ask me whether a title is here. “What’s new?” is a good start.',
    'Hallo! Sag mir, worauf du Lust hast, oder frag mich, ob ein Titel da ist. „Was gibt es Neues?“ ist ein guter Anfang.',
  )
}

/** What the assistant of the demo can do. */
export function helpWords(turn: Answering): string {
  const is_admin = turn.offers('diagnose_queue')
  const lines = turn.words(
    [
      'I can help with a few things:',
      '',
      '- **What’s new?** shows what is popular right now.',
      '- **Find _a word_** looks for titles with it.',
      '- **Something like _a title_** finds similar movies and shows.',
      '- **Is _a title_ here?** looks it up in the library.',
      '- **Request _a title_** asks for it in your name.',
      '- **My requests** tells how far they are.',
      ...(is_admin ? ['- **What is stuck?** and **How much space is left?** look after the server.'] : []),
    ],
    [
      'Ich kann dir bei ein paar Dingen helfen:',
      '',
      '- **Was gibt es Neues?** zeigt, was gerade beliebt ist.',
      '- **Suche _ein Wort_** findet Titel damit.',
      '- **Etwas wie _ein Titel_** findet ähnliche Filme und Serien.',
      '- **Ist _ein Titel_ da?** sucht in der Bibliothek.',
      '- **Wünsch mir _einen Titel_** trägt einen Wunsch für dich ein.',
      '- **Meine Wünsche** zeigt, wie weit sie sind.',
      ...(is_admin ? ['- **Was hängt?** und **Wie viel Platz ist frei?** schauen nach dem Server.'] : []),
    ],
  )
  return lines.join('\n')
}

/** What became of a request, after its title. */
export function requestWords(status: string, turn: Answering): string {
  switch (status) {
    case 'pending':
      return turn.words(
        'requested. An admin has to approve it; you will get a message.',
        'gewünscht. Jemand muss den Wunsch noch freigeben, du bekommst dann eine Nachricht.',
      )
    case 'requested':
      return turn.words('requested and on its way.', 'gewünscht und auf dem Weg.')
    case 'downloading':
      return turn.words('it is being downloaded right now.', 'wird gerade geladen.')
    case 'available':
      return turn.words('it is in the library. Enjoy!', 'ist in der Bibliothek. Viel Spaß!')
    case 'partial':
      return turn.words('a part of it is in the library.', 'ein Teil davon ist in der Bibliothek.')
    case 'denied':
      return turn.words('the request was declined.', 'der Wunsch wurde abgelehnt.')
    default:
      return turn.words('not in the library yet.', 'noch nicht in der Bibliothek.')
  }
}

/** The same in a list. */
export function shortStatus(status: string, turn: Answering): string {
  switch (status) {
    case 'pending':
      return turn.words('waiting for approval', 'wartet auf Freigabe')
    case 'requested':
      return turn.words('on its way', 'auf dem Weg')
    case 'downloading':
      return turn.words('downloading', 'wird geladen')
    case 'available':
      return turn.words('in the library', 'in der Bibliothek')
    case 'partial':
      return turn.words('partly in the library', 'zum Teil in der Bibliothek')
    case 'denied':
      return turn.words('declined', 'abgelehnt')
    default:
      return turn.words('not available', 'nicht verfügbar')
  }
}
