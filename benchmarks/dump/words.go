package dump

import "strings"

// A kind is a kind of object in a statement, such as a name or a link.
type kind int

const (
	ofName kind = iota
	ofType
	ofResource
	ofLink
	ofLabel
	ofComment
	ofNumber
	ofDecimal
	ofDate
)

// A property is a predicate, and the kind of its objects. The list properties has a property
// several times if it is frequent in dumps.
type property struct {
	iri string
	of  kind
}

var properties = repeated([]weighted{
	{10, property{"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", ofType}},
	{8, property{"http://www.w3.org/2000/01/rdf-schema#label", ofLabel}},
	{3, property{"http://www.w3.org/2004/02/skos/core#altLabel", ofLabel}},
	{3, property{"http://schema.org/name", ofLabel}},
	{4, property{"http://schema.org/description", ofLabel}},
	{2, property{"http://www.w3.org/2000/01/rdf-schema#comment", ofComment}},
	{2, property{"http://dbpedia.org/ontology/abstract", ofComment}},
	{8, property{"http://dbpedia.org/ontology/wikiPageWikiLink", ofResource}},
	{3, property{"http://dbpedia.org/ontology/birthPlace", ofResource}},
	{3, property{"http://dbpedia.org/ontology/country", ofResource}},
	{3, property{"http://www.wikidata.org/prop/direct/P31", ofResource}},
	{3, property{"http://www.wikidata.org/prop/direct/P17", ofResource}},
	{3, property{"http://www.wikidata.org/prop/statement/P569", ofDate}},
	{4, property{"http://www.w3.org/2002/07/owl#sameAs", ofResource}},
	{3, property{"http://purl.org/dc/terms/subject", ofResource}},
	{3, property{"http://dbpedia.org/ontology/wikiPageExternalLink", ofLink}},
	{2, property{"http://xmlns.com/foaf/0.1/homepage", ofLink}},
	{2, property{"http://xmlns.com/foaf/0.1/isPrimaryTopicOf", ofLink}},
	{3, property{"http://dbpedia.org/ontology/wikiPageID", ofNumber}},
	{3, property{"http://dbpedia.org/property/population", ofNumber}},
	{3, property{"http://www.w3.org/2003/01/geo/wgs84_pos#lat", ofDecimal}},
	{3, property{"http://www.w3.org/2003/01/geo/wgs84_pos#long", ofDecimal}},
	{3, property{"http://schema.org/dateModified", ofDate}},
	{3, property{"http://purl.org/dc/elements/1.1/identifier", ofName}},
	{2, property{"http://xmlns.com/foaf/0.1/nick", ofName}},
})

type weighted struct {
	weight int
	property
}

// repeated returns the properties of the list, each as many times as its weight says.
func repeated(list []weighted) (all []property) {
	for _, p := range list {
		for range p.weight {
			all = append(all, p.property)
		}
	}
	return all
}

var types = []string{
	"http://www.w3.org/2002/07/owl#Thing", "http://dbpedia.org/ontology/Person", "http://dbpedia.org/ontology/Place",
	"http://dbpedia.org/ontology/PopulatedPlace", "http://schema.org/CreativeWork", "http://schema.org/Organization",
	"http://xmlns.com/foaf/0.1/Person", "http://www.w3.org/2004/02/skos/core#Concept",
	"http://www.ontologydesignpatterns.org/ont/dul/DUL.owl#NaturalPerson", "http://wikiba.se/ontology#Item",
	"http://dbpedia.org/class/yago/WikicatVillagesInTheDistrict", "http://www.opengis.net/gml/_Feature",
}

// languages are the language tags of literals. A frequent tag is in the list several times.
var languages = []string{
	"en", "en", "en", "en", "en", "en", "de", "de", "fr", "fr", "es", "pt-BR", "pl", "ru", "ja", "zh-Hans",
}

var vocabulary = map[string][]string{
	"en": strings.Fields(`river village district population municipality station album released band member
		the of in and was born located north county railway school football season championship player
		species family described century church built listed building university professor film directed`),
	"de": strings.Fields(`Gemeinde im Landkreis liegt der die das und Straße Kirche Bürgermeister österreichischer
		deutscher Fußballspieler Schriftsteller wurde geboren Fluss südlich größte Stadt München Universität`),
	"fr": strings.Fields(`commune française située dans le département de la région née à école rivière château
		équipe joué été siècle église général ministre société où élu`),
	"es": strings.Fields(`municipio de la provincia población habitantes año música película española río está
		también fútbol más según región`),
	"pt-BR": strings.Fields("município brasileiro do estado população região é uma são não João cidade foi música"),
	"pl": strings.Fields(`wieś w Polsce położona województwie gminie powiecie łódzkim rzeka żołnierz polski
		języka`),
	"ru": strings.Fields(`деревня в районе области России население человек река город советский футболист родился
		года`),
	"ja":      strings.Fields("日本の 鉄道駅である 東京都 作品 映画 に所属する 選手 大学 市町村 昭和 として 知られる"),
	"zh-Hans": strings.Fields("位于 中国 城市 人口 大学 电影 历史 是一种 植物 分布 的一个 车站 足球 运动员"),
}
