// The words by which an answer is recognised, in the languages in which models reply. Phrases are
// words separated by spaces, in small letters; characters of Chinese and Japanese are a word each.
#pragma once

#include <array>
#include <string_view>

namespace papert::reply::cues {

// clang-format off

// ---- where answers stand (choice.cc) ----

/// "The answer": with a colon or a verb behind it, or the letter itself.
inline constexpr std::array<std::string_view, 67> kAnswer{
    "answer", "ans", "antwort", "réponse", "reponse", "respuesta", "risposta", "resposta", "ответ",
    "відповідь", "antwoord", "odpowiedź", "odpowiedz", "svar", "svaret", "cevap", "yanıt", "đáp án",
    "jawaban", "jawabannya", "الإجابة", "الجواب", "الاجابة", "उत्तर", "vastaus", "válasz",
    "răspuns", "răspunsul", "απάντηση", "תשובה", "คำตอบ", "odpověď", "答 案", "答 え", "正 解",
    "解 答", "回 答", "正 答", "答", "정답", "정답은", "답", "답은", "답변", "대답", "antwoorden",
    "ответом", "відповіддю", "ответа", "الصحيحة", "الإجابة الصحيحة", "উত্তর", "پاسخ", "جواب",
    "kết quả", "svarið", "resposta final", "réponse finale", "答 复", "최종 답변", "최종 정답",
    "odpowiedź to", "trả lời", "đáp án đúng", "one that", "option that", "choice that"};

/// The same with a colon behind it only.
inline constexpr std::array<std::string_view, 35> kLabel{
    "option", "choice", "solution", "result", "response", "verdict", "conclusion", "final", "guess",
    "selection", "pick", "letter", "correction", "correct", "decision", "lösung", "solución",
    "soluzione", "solução", "resultado", "ergebnis", "résultat", "risultato", "opción", "opzione",
    "output", "결론", "selected", "assistant", "model", "selected option", "choose", "вариант",
    "total", "commit"};

/// "Second choice: X" is not the answer.
inline constexpr std::array<std::string_view, 10> kRunnerUp{
    "second", "2nd", "third", "3rd", "alternative", "other", "another", "backup", "wrong",
    "incorrect"};

/// "The correct ...", "my ...": makes an answer of a noun of the list after it.
inline constexpr std::array<std::string_view, 32> kModifier{
    "better",
    "correct", "right", "best", "final", "my", "chosen", "selected", "matching", "appropriate",
    "suitable", "our", "likely", "richtige", "bonne", "correcta", "corretta", "correta", "accurate",
    "likeliest", "closest", "true", "верный", "правильный", "correcte", "正 确", "đúng", "benar",
    "korrekte", "rätt", "juiste", "only"};
inline constexpr std::array<std::string_view, 24> kModified{
    "option", "choice", "one", "letter", "guess", "selection", "pick", "solution", "response",
    "match", "opción", "opzione", "opção", "option choice", "statement", "description", "candidate",
    "lösung", "alternativa", "вариант", "alternative", "respuesta", "lựa chọn", "选 项"};

/// What may be asked of a picture without options.
inline constexpr std::array<std::string_view, 12> kDigit{
    "digit", "number", "numeral", "ziffer", "zahl", "chiffre", "dígito", "número", "cifra",
    "numero", "数 字", "숫자는"};

inline constexpr std::array<std::string_view, 46> kCopula{
    "is", "be", "was", "are", "would", "should", "must", "will", "has to", "seems", "appears",
    "ist", "lautet", "wäre", "est", "serait", "es", "sería", "è", "é", "seria", "sarebbe", "это",
    "является", "це", "jest", "är", "er", "là", "adalah", "on", "は", "是", "为", "為", "应 为",
    "应 是", "isn't", "cannot", "can't", "could", "might", "may", "becomes", "zijn", "هي"};

/// These belong to what is said: "cannot be X".
inline constexpr std::array<std::string_view, 7> kDoubt{
    "isn't", "cannot", "can't", "could", "might", "may", "wasn't"};
inline constexpr std::array<std::string_view, 18> kDenial{
    "not", "不", "no", "non", "nicht", "não", "не", "nie", "inte", "niet", "bukan", "không", "ikke",
    "ne", "anything", "nothing", "everything", "never"};
/// "I don't think the answer is X."
inline constexpr std::array<std::string_view, 9> kDisbelief{
    "don't think", "do not think", "don't believe", "do not believe", "doubt", "not think",
    "doesn't mean", "not say", "can't be sure"};

/// "X is ..." with one of these makes X the answer.
inline constexpr std::array<std::string_view, 30> kRight{
    "more likely", "better", "pick", "guess", "one left", "option left", "one remaining",
    "correct", "right", "best", "answer", "true", "accurate", "choice", "match", "appropriate",
    "suitable", "fits", "matches", "richtig", "korrekt", "correcte", "correcta", "corretta",
    "correta", "one that fits", "one that matches", "it", "winner", "closest"};
inline constexpr std::array<std::string_view, 7> kSubjectVerb{
    "is", "are", "seems", "appears", "ist", "est", "es"};
inline constexpr std::array<std::string_view, 24> kSubjectFiller{
    "safest", "final",
    "to", "be", "the", "a", "most", "likely", "clearly", "indeed", "therefore", "thus", "our", "my",
    "definitely", "obviously", "only", "also", "hence", "die", "la", "réponse", "respuesta",
    "probably"};

/// "The answer changes from A to X."
inline constexpr std::array<std::string_view, 6> kChange{
    "answer", "change", "changing", "switch", "switching", "revise"};

/// What seems so at first mostly is not so.
inline constexpr std::array<std::string_view, 6> kFirstImpression{
    "at first", "first glance", "initially", "first thought", "first sight", "naively"};

/// Verbs that take the answer as their object.
inline constexpr std::array<std::string_view, 51> kChoose{
    "keep", "keeping", "settled on", "went with", "entscheide mich für", "leaning", "nehme", "prends", "tomo",
    "choose", "chose", "choosing", "pick", "picking", "select", "selecting", "go with",
    "going with", "opt for", "go for", "settle on", "vote for", "answer with", "wähle", "choisis",
    "elijo", "scelgo", "escolho", "选", "選", "选 择", "選 択", "vote", "stay with", "stick with",
    "staying with", "sticking with", "change to", "change that to", "change it to", "changing to",
    "changing it to", "switch to", "switching to", "have written", "have said", "money is on",
    "money on", "bet on", "lean towards", "lean toward"};

/// What leads up to a letter, and only to a letter.
inline constexpr std::array<std::string_view, 79> kLeads{
    "return", "dirais", "mean", "means", "- >", "remains is", "then", "gives",
    "leaves", "leaving", "left with", "makes", "making", "corresponds to", "corresponding to",
    "correspond to", "matches", "match", "i . e .", "namely", "must be", "definitely", "it is",
    "it's", "that's", "this is", "that is", "so", "therefore", "thus", "hence", "consequently",
    "accordingly", "in conclusion", "actually", "= >", "donc", "also", "daher", "folglich", "luego",
    "quindi", "portanto", "因 此", "所 以", "故", "i guess", "say", "answer", "conclude", "but",
    "rather", "instead", "correction", "points to", "indicates", "it must be", "it has to be",
    "it should be", "supports", "overall", "ie", "i'd guess", "therefore it is", "finally", "yes",
    "no", "wait", "no wait", "leaves us with", "leaves only", "leaving only", "elimination",
    "option is", ", option", ", choice", "which is", "towards", "toward"};
/// Letters in sentences with these are more often names of things in the program.
inline constexpr std::array<std::string_view, 13> kProgramWords{
    "command", "commands", "path", "curve", "curves", "point", "vertex", "class", "element",
    "group", "variable", "coordinate", "coordinates"};

/// Not an answer: "incorrect answer", "possible answer", "to answer".
inline constexpr std::array<std::string_view, 16> kNotAnAnswer{
    "incorrect", "wrong", "possible", "no", "not", "false", "alternative", "other", "another",
    "each", "every", "to", "cannot", "can't", "any", "falsche"};

inline constexpr std::array<std::string_view, 12> kHypothesis{
    "if", "suppose", "supposing", "assuming", "unless", "were", "wenn", "falls", "如 果", "若",
    "假 如", "whether"};
/// "If we look closely" is not one.
inline constexpr std::array<std::string_view, 5> kNoHypothesis{
    "if i", "if we", "if you", "if one", "if forced"};

/// A sentence that concludes, or says what there is.
inline constexpr std::array<std::string_view, 49> kConclusion{
    "so", "therefore", "thus", "hence", "consequently", "in conclusion", "overall", "in summary",
    "to sum up", "finally", "but", "however", "actually", "donc", "also", "daher", "因 此", "所 以",
    "shows", "show", "depicts", "depict", "represents", "represent", "looks like", "resembles",
    "there are", "there is", "i see", "i count", "it is", "it's", "this is", "that is",
    "appears to", "draws", "forms", "reads", "makes it", "= >", "which makes", "conclude",
    "which gives", "indicates", "result is", "total is", "make it", "no ,", "no :"};

/// A reply that goes on with another question of its own.
inline constexpr std::array<std::string_view, 12> kNextTurn{
    "question", "human", "user", "problem", "instruction", "q", "input", "问 题", "next question",
    "exercise", "example", "task"};

inline constexpr std::array<std::string_view, 5> kMarkedRight{
    "correct", "yes", "true", "right", "\x03"};
inline constexpr std::array<std::string_view, 11> kMarkedWrong{
    "incorrect", "wrong", "no", "false", "not", "isn't", "doesn't", "eliminated", "\x04",
    "does not", "ruled out"};

// ---- inside a piece (reading.cc) ----

/// Words that may stand between the place of an answer and the answer.
inline constexpr std::array<std::string_view, 82> kLeadIn{
    "the", "is", "are", "be", "was", "would", "should", "must", "will", "has", "have", "to",
    "seems", "appears", "correct", "right", "best", "final", "option", "choice", "letter", "answer",
    "number", "digit", "clearly", "definitely", "most", "likely", "probably", "therefore", "thus",
    "hence", "so", "indeed", "simply", "just", "actually", "now", "obviously", "certainly",
    "apparently", "i", "think", "believe", "say", "it", "it's", "that", "that's", "this", "one",
    "labeled", "labelled", "still", "la", "le", "el", "il", "der", "die", "das", "den", "ist",
    "lautet", "est", "es", "opción", "opzione", "opção", "lettre", "letra", "lettera", "buchstabe",
    "è", "é", "richtig", "选", "项", "是", "为", "は", "择"};

/// What follows is not the answer ...
inline constexpr std::array<std::string_view, 34> kNegations{
    "not", "isn't", "wasn't", "never", "neither", "nor", "cannot", "can't", "no", "none", "without",
    "unlikely", "other than", "anything but", "nothing", "nicht", "kein", "keine", "pas", "non",
    "não", "不", "except", "unclear", "aren't", "ruled", "не", "không", "nie", "inte", "niet",
    "bukan", "nein", "ikke"};

/// ... but what follows one of these behind it is: "not A but B".
inline constexpr std::array<std::string_view, 10> kContrasts{
    "but", "rather", "instead", "sondern", "mais", "sino", "mas", "而 是", "而", "а"};

/// No statement.
inline constexpr std::array<std::string_view, 9> kHedges{
    "might", "could", "may", "perhaps", "maybe", "possibly", "unsure", "not sure", "unknown"};

/// Doubts behind one of these are about something else: "7, though it may be a 1".
inline constexpr std::array<std::string_view, 4> kConcessions{
    "though", "although", "whereas", "even if"};

/// A reply that ends with one of these has taken back what it said before.
inline constexpr std::array<std::string_view, 6> kUndecided{
    "can't decide", "cannot decide", "can not decide", "unable to decide", "undecided",
    "torn between"};

/// "X is ..." or "X can be ..." with one of these is not an answer.
inline constexpr std::array<std::string_view, 12> kRejected{
    "wrong", "incorrect", "false", "discarded", "eliminated", "excluded", "dismissed", "rejected",
    "ruled out", "isn't", "cannot", "can't"};

/// More than one answer.
inline constexpr std::array<std::string_view, 6> kSeveral{
    "either", "between", "both", "entweder", "soit", "all of"};

/// The statement holds under a condition only.
inline constexpr std::array<std::string_view, 6> kConditions{
    "if", "unless", "were", "wenn", "falls", "如 果"};

/// What stands behind one of these is a reason or a rejected alternative.
inline constexpr std::array<std::string_view, 35> kReasons{
    "because", "since", "as", "not", "rather", "instead", "than", "but", "whereas", "while",
    "given", "due", "over", "unlike", "without", "though", "although", "where", "which", "weil",
    "denn", "parce", "porque", "pois", "nicht", "pas", "no", "sondern", "explanation", "reason",
    "reasoning", "confidence", "for", "options", "others"};

/// A second answer follows.
inline constexpr std::array<std::string_view, 16> kJoins{
    ",", ";", "/", "|", "&", "+", "or", "and", "und", "oder", "et", "ou", "y", "o", "和", "或"};

/// Left out in front of the texts of options.
inline constexpr std::array<std::string_view, 6> kArticles{
    "a", "an", "the", "one of", "some", "eine"};

/// A letter before one of these is the subject of a remark, not a second answer.
inline constexpr std::array<std::string_view, 14> kVerbs{
    "is", "was", "has", "would", "are", "looks", "can", "could", "does", "seems", "isn't", "shows",
    "be", "being"};

// clang-format on

}  // namespace papert::reply::cues
