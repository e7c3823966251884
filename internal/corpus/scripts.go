package corpus

import "strings"

// A script holds the syllables of words. The syllables follow the sound of languages in this
// script. The words have no meaning.
type script struct {
	name        string
	syllables   []string
	least, most int // syllables of a word
}

func newScript(name string, least, most int, syllables string) *script {
	return &script{name, strings.Fields(syllables), least, most}
}

// newBlock returns a script for characters in any order.
func newBlock(name string, least, most int, lo, hi rune) *script {
	s := &script{name: name, least: least, most: most}
	for c := lo; c <= hi; c++ {
		s.syllables = append(s.syllables, string(c))
	}
	return s
}

var ascii = newScript("ASCII", 1, 4, `
	ba be bi bo bra ca ce che co cra da de di do dra du el en er es et fa fe fi fo ga ge go gra
	ha he hi ho in is ka ke ki la le li lo lu ma me mi mo mu na ne ni no nu on or os pa pe pi po
	pra ra re ri ro ru sa se si sta ste so su ta te ti to tra tu un ur va ve vi vo wa we win yo za
	ter ton man ner ling berg land web net line port press art tech shop book news sol gen cal`)

// The scripts of titles: first those of two bytes a letter, then of three, then of four.
var (
	latin = newScript("Latin", 1, 4, `
		ba be ca ça ce co da de di do é è el en er es fa fi ga ge go ha in is la le li lo ma me mi mo
		na ne ni no né ón ña or os pa pe ri ro ré sa se si so ta te ti to tra un ur va vi ä ö ü ße ã
		š č ž ý ł ś ę ą ő ű ğ ı ş å ø đ ć ō ầ ế ạ á í ó ú`)
	cyrillic = newScript("Cyrillic", 2, 5, `
		ба бе ве во га го да де до ел ен ер ес жи за зи ин ис ка ке ки ко кр ла ле ли ло ма ме ми мо
		на не ни но ов он ор ос па пе по пр ра ре ри ро са се си ск ст со та те ти то тр у ул ур фи ха
		це ча ше ы ья ю ия ић љу ње ї є ў`)
	greek = newScript("Greek", 2, 5, `
		α αν βα γι γο δα δη ει ελ εν ερ ές ζω θε θη ια ικ ίσ κα κο κρ λα λε λί λο μα με μη μό να νι νο
		ξη ος ου πα πε πο ρα ρι ρο σα σι στ τα τη τι τό τρ υ φι χο ψη ω ών`)
	arabic = newScript("Arabic", 2, 5, `
		ال ا اب ات بر بن با تر ته ج جا حا خا دا دی ر را ری ز س سا ست ش شا ص ط ع عا ف فر ق قا ک کا گ
		ل لا م ما من مه ن نا نی ه ها و وا ي ی يا پ چ ڈ ے ٹ`)
	hebrew = newScript("Hebrew", 2, 5, `
		א אל ב בי בר ג גד ד דו ה הא ו וי ות ז ח חו ט י ים יה כ כל ל לא לו מ מי מל נ ני ס ע ער פ צ ק קר
		ר רו ש שר ת תי ם ן`)
	armenian = newScript("Armenian", 2, 4, `
		ա ան ար բա գր դա եր զա ի ին իկ լա խո կա կո հա հայ մա մի նա ն ո ով ու պա ռ սա ս տա տ րի ք և ցի`)

	devanagari = newScript("Devanagari", 1, 4, `
		अ आ क का कि की कर के को ग गा च ज जा त ता ति त्र द दा दि दे न ना नि ने प पा पु पर प्र ब भा म मा
		में य या र रा रि ल ला व वा वि स सा सि सं श शा ह हा हि है ण`)
	bengali = newScript("Bengali", 1, 4, `
		অ আ ক কা কি কে কো গ গা চ ছ জ জা ট টি ত তা তি থ দ দা দে ন না নি নে প পা পু প্র ব বা বি বে ভা ম মা
		মি য় র রা রি ল লা লি শ শা স সা সি হ হা ং`)
	thai = newScript("Thai", 1, 4, `
		กา กร การ ของ คน ความ จะ จั ชา ใช้ ดี ต้อง ตา ที่ ทำ ไทย นา นี้ ใน บา ประ ปี ผู้ พระ พี่ ฟ้า มา เมือง ยา รา
		เรื่อง ลา วัน ศรี สา สุ หน้า ให้ อำเภอ อา`)
	han = newScript("Han", 1, 4, `
		中 国 國 人 大 学 學 年 日 本 東 京 北 南 西 市 省 县 縣 山 川 江 河 海 州 島 天 地 文 化 史 民 族 王 朝 代
		战 戰 争 军 軍 電 影 视 歌 曲 小 说 書 车 站 鐵 路 公 司 会 社 台 湾 香 港 高 等 行 政 区 區 列 表 模 板`)
	kana = newScript("Kana", 2, 6, `
		ア イ ウ エ オ カ キ ク コ サ シ ス セ タ ッ テ ト ナ ニ ノ ハ ビ フ ブ ペ マ ミ ム メ ラ リ ル レ ロ ン ー ジ
		ド バ の は に を た し て い る と こ あ り が き ま す か ら`)
	hangul = newScript("Hangul", 1, 4, `
		가 고 공 과 관 국 군 기 김 나 남 다 대 도 동 두 라 로 리 마 만 미 민 박 부 북 사 산 상 서 선 성 수 시 신 아
		어 역 연 영 오 원 유 이 인 일 자 장 전 정 제 조 주 지 진 천 청 축 학 한 해 화 황`)
	ethiopic = newScript("Ethiopic", 2, 4, `
		ሀ ለ ላ ል መ ማ ም ሰ ሳ ስ ረ ራ ር በ ባ ብ ተ ታ ት ነ ና ን አ ኢ እ ከ ካ ክ ወ ዋ የ ያ ደ ዳ ድ ገ ጋ ግ`)
	georgian = newScript("Georgian", 2, 4, `
		ა ან არ ბა გა გი და ე ელ ვი ზე თა თი ი ია კა კო ლა ლი მა მი ნა ო ორ პა რა რი სა ს ტი უ ფი ქა შვი ხა`)

	emoji = newScript("emoji", 1, 3, `
		😀 😂 😍 🤖 👍 👋🏽 🎉 🔥 💡 📚 🚀 🌍 🌸 🍕 ☕ ⚽ 🏆 🎵 🐍 🦀 🐹 🇫🇷 🇯🇵 👩‍💻 ❤️ ✨ 🏠 🚲 💾 🔒`)
	gothic     = newBlock("Gothic", 3, 6, 0x10330, 0x1034A)
	hanB       = newBlock("Han, extension B", 1, 3, 0x20000, 0x2007F)
	cuneiform  = newBlock("Cuneiform", 1, 4, 0x12000, 0x1203F)
	mathLatin  = newBlock("mathematical letters", 3, 6, 0x1D400, 0x1D433)
	privateUse = newBlock("private use", 1, 2, 0xE000, 0xE07F) // iprivate: in queries only
)
