"""Agreement with a plural name: the verbs and possessives that follow it.

A message is written for one. Where its subject is plural, the verb after it is put into the plural by rule,
or by the table where no rule does; *son*, *suo*, *its* become *leur*, *loro*, *their*.
"""

import re
from collections.abc import Mapping

from app.values import value


@value
class Tongue:
    """One language: ``between`` stands between a subject and its verb, ``opens`` before a subject, ``second``
    are verbs that may follow in the same sentence, ``irregular`` and ``endings`` what plurals are, and
    ``others`` words that stand after a subject and are no verbs.
    """

    opens: re.Pattern[str]
    verb: re.Pattern[str]
    second: re.Pattern[str]
    irregular: Mapping[str, str]
    endings: tuple[tuple[str, str], ...]
    others: frozenset[str]
    owned: tuple[tuple[re.Pattern[str], str], ...]

    def plural(self, verb: str) -> str:
        """The plural of a verb in the third person; any other word is itself."""
        if verb in self.others:
            return verb
        if verb in self.irregular:
            return self.irregular[verb]
        return next((verb[: -len(end)] + to for end, to in self.endings if verb.endswith(end)), verb)


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in text.split())


def _opens(words: str) -> re.Pattern[str]:
    """The beginning of a sentence or of one of its parts, after which a name is the subject."""
    return re.compile(rf"(?:^|[.:;,!?] |\n|(?:^|\W)(?:{words}) )$", re.IGNORECASE)


def _after(between: str) -> re.Pattern[str]:
    return re.compile(rf"^( (?:(?:{between}))*)([^\W\d_]+)")


def _second(joins: str, between: str, verbs: str) -> re.Pattern[str]:
    return re.compile(rf"( (?:{joins}) (?:(?:{between}))*)({verbs})\b")


_FR_BETWEEN = r"ne |se |en |y |lui |les? |la |n[’']|s[’']|l[’']|m[’']"
_IT_BETWEEN = r"non |si |ne |vi |ci |l[oaie] |l[’']|gli |così |ora |prima |già |da lì "

TONGUES: Mapping[str, Tongue] = {
    "fr": Tongue(
        _opens("si|où|quand|ce que|parce que|et|lorsque|tandis que|dont|comme"),
        _after(_FR_BETWEEN),
        _second(
            "et|ni|puis|mais",
            _FR_BETWEEN,
            "accapare|charge|couvre|doit|garde|intervient|parcourt|passe|peut|subit|va",
        ),
        _pairs(
            "a:ont affaiblit:affaiblissent apparaît:apparaissent bat:battent court:courent "
            "descend:descendent dit:disent doit:doivent défend:défendent agit:agissent est:sont fait:font "
            "finit:finissent interdit:interdisent interrompt:interrompent "
            "intervient:interviennent maintient:maintiennent met:mettent meurt:meurent "
            "obéit:obéissent parcourt:parcourent part:partent parvient:parviennent "
            "perd:perdent perçoit:perçoivent peut:peuvent prend:prennent reprend:reprennent "
            "reçoit:reçoivent rend:rendent répond:répondent réduit:réduisent "
            "réussit:réussissent revient:reviennent saisit:saisissent sait:savent "
            "sent:sentent sert:servent sort:sortent subit:subissent suit:suivent "
            "tient:tiennent va:vont vaut:valent vient:viennent veut:veulent voit:voient "
            "attend:attendent entend:entendent brandit:brandissent bondit:bondissent "
            "surgit:surgissent rompt:rompent retient:retiennent devient:deviennent "
            "croit:croient fuit:fuient "
        ),
        (("ait", "aient"), ("ra", "ront"), ("e", "ent")),
        frozenset({"ce", "contre", "de", "une", "que", "le", "comme", "même", "ensuite", "encore"}),
        (
            (re.compile(r"\b(?:son|sa)\b(?= )"), "leur"),
            (re.compile(r"\bses\b(?= )"), "leurs"),
        ),
    ),
    "it": Tongue(
        _opens("se|dove|quando|che|e|mentre|cui|come|poiché|attacchi ha"),
        _after(_IT_BETWEEN),
        _second(
            "e|né|poi|ma|che",
            _IT_BETWEEN,
            "aveva|carica|copre|deve|ha|interviene|passa|percorre|può|tiene|va",
        ),
        _pairs(
            "appare:appaiono coglie:colgono c:c dispone:dispongono disimpegni:disimpegnino "
            "dà:danno dice:dicono esce:escono estrae:estraggono fa:fanno ha:hanno "
            "interviene:intervengono mantiene:mantengono morirebbe:morirebbero muore:muoiono "
            "pone:pongono può:possono raccoglie:raccolgono riesce:riescono rimane:rimangono "
            "ripone:ripongono ritiene:ritengono sa:sanno sale:salgono sceglie:scelgono "
            "sottrae:sottraggono spegne:spengono sta:stanno tiene:tengono toglie:tolgono "
            "trae:traggono trattiene:trattengono va:vanno viene:vengono vuole:vogliono "
            "deve:devono è:sono "
        ),
        (("rà", "ranno"), ("a", "ano"), ("e", "ono")),
        frozenset({"a", "da", "e", "che", "dove", "senza", "della", "contro", "se", "come", "alla"}),
        ((re.compile(r"\b(?:suo|sua|suoi|sue)\b"), "loro"),),
    ),
    "en": Tongue(
        _opens("as|where|what|whether|that|which|how|when|while|before|attacks|and"),
        _after("no longer |neither |still |also |just |barely "),
        _second("and|nor|but", "", "charges|cuts|does|has|is|keeps|moves|needs|strikes|throws"),
        _pairs("is:are has:have was:were does:do goes:go dies:die lies:lie"),
        (
            ("sses", "ss"),
            ("shes", "sh"),
            ("ches", "ch"),
            ("xes", "x"),
            ("zzes", "zz"),
            ("ies", "y"),
            ("ss", "ss"),
            ("s", ""),
        ),
        frozenset({"this", "as", "its", "us", "towards", "afterwards", "always"}),
        (
            (re.compile(r"\bits\b"), "their"),
            (re.compile(r"\bwhat it was\b"), "what they were"),
            (re.compile(r"\bitself\b"), "themselves"),
        ),
    ),
}


_ELIDED = re.compile(r"\b([ns])[’'](?=[^\W\d_aeiouyhéèêâîô])", re.IGNORECASE)


def is_subject(said: str, after: str, locale: str) -> bool:
    """Whether a name between ``said`` and ``after`` is what the sentence speaks of."""
    return locale in TONGUES and after.startswith(" ") and TONGUES[locale].opens.search(said) is not None


def agreeing(after: str, locale: str) -> str:
    """What follows a plural subject, with its verb in the plural."""
    tongue = TONGUES[locale]
    plural = tongue.verb.sub(lambda found: found[1] + tongue.plural(found[2]), after)
    # «n’est», «s’est»: what was elided before a vowel is whole before «sont».
    return _ELIDED.sub(r"\1e ", plural) if locale == "fr" else plural


def going_on(text: str, locale: str) -> str:
    """The rest of a sentence with a plural subject: further verbs, and whose things are."""
    tongue = TONGUES[locale]
    text = tongue.second.sub(lambda found: found[1] + tongue.plural(found[2]), text)
    for owned, theirs in tongue.owned:
        text = owned.sub(theirs, text)
    return text
