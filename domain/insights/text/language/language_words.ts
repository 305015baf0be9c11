/**
 * Frequent words of each language that are rare in the others; those of two languages count for both.
 * English is the first.
 */
export const LANGUAGE_WORDS: Readonly<Record<string, string>> = {
  en:
    "the and was were they them their our we my you your is are this that with for of to it he she his her had has have " +
    "did not very on in at from out so but would will be been who great good job work service nice best thank thanks day " +
    "price recommend friendly again here there all no an i",
  es:
    "el la los las una muy y que por para con pero nos del al se lo su fue están está todo todos más además buen bueno " +
    "buena servicio excelente gracias llegó llegaron técnico recomendable recomiendo trabajo mejor nada caro siempre amable " +
    "rápido atención precio",
  de:
    "der die das und ist nicht sehr mit ein eine einen zu den dem auf für war waren wir ich sie er von bei wieder gerne " +
    "gut gute guter alles nur immer aber auch uns haben hat wurde schnell freundlich arbeit empfehlen empfehlenswert kam " +
    "bestens zufrieden sauber kein keine",
  fr: "le la les des une est et très avec pour pas que qui nous je il elle dans sur au du ce mais bien bon bonne en " +
    "notre mon travail prix recommande rapide personne merci équipe n'est n'a c'est j'ai d'un accueil beaucoup",
  it:
    "il lo gli la una è e molto con per non che di del della sono stato stata ma più anche tutto ottimo ottima servizio " +
    "consiglio grazie bravo bravi prezzi gentile gentilissimo personale sempre",
  pt: "o os um uma muito e que com para não da dos das na foi mas mais bom boa tudo todos serviço recomendo obrigado " +
    "ótimo excelente atendimento ninguém também sempre preço",
  nl:
    "de het een en van is niet zeer erg met voor op te was ze wij zijn heel goed goede maar ook snel vriendelijk netjes " +
    "aanrader werk alles prima bedankt naar bij",
  pl: "i w na nie jest bardzo z się że za dobra dobry obsługa polecam wszystko wszystkim ale nikt szybko miły dziękuję",
  sv: "och att det är jag en ett med för inte mycket på som var vi av till bra trevlig väldigt nöjd tack snabbt",
  da:
    "veldig hyggelige anbefales kan logge lenger teknikeren rigtig personale og det er jeg en et med for ikke meget på som var vi af til god godt venlig tak hurtigt",
  tr: "ve bir çok bu için ile de da iyi güzel hizmet teşekkürler tavsiye ederim değil memnun herkese kaldık",
  ro: "și este foarte cu pentru nu un o la din că mai bun bună serviciu recomand mulțumesc",
  cs: "je velmi na s se že ne ale pro dobrý dobrá doporučuji služby děkuji vše rychle",
  fi: "ja oli hyvä hyvin ei mutta erittäin palvelu suosittelen kiitos kaikki todella",
  hu: "és nem nagyon hogy volt az is jó mindenkinek ajánlom köszönöm szolgáltatás elégedett vagyok tudok működik óta",
  sk: "veľmi je dobrá odporúčam všetkým všetko ďakujem nie som sa že neviem služba prišiel nefunguje",
  hr: "je vrlo dobra i na za sam jako preporučujem svima hvala nije usluga ali došao radi nakon",
  vi:
    "không rất và của được cho tôi là có một những với nhân viên dịch vụ nhiệt tình hài lòng ứng dụng đăng nhập lỗi tốt này quá " +
    "khong duoc toi nhan vien dich dang nhap tinh",
  id:
    "yang tidak bisa sangat dan untuk dengan saya ini itu bagus tolong sudah aplikasi pelayanan kami puas tepat datang waktu boleh " +
    "pada sekali dibuka hasilnya",
  tl: "ang ng mga hindi ako po sa kayo maraming salamat gumagana mabait napakaganda serbisyo pagkatapos inyo tao bagal",
  sw: "sana kwa huduma asante nzuri yenu ni wafanyakazi programu haifanyi kazi tangu jana",
};
