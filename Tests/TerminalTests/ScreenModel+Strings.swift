extension ScreenModel {
    /// Reads a query for the background or images.
    ///
    /// If images are shown, also reads the sequences of an image.
    mutating func string(_ input: ArraySlice<UInt8>) -> Int? {
        let questions = ["]11;?", "_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA"].map {
            Array("\u{1B}\($0)\u{1B}\\".utf8)
        }
        if questions.contains(where: { input.count < $0.count && $0.starts(with: input) }) { return nil }
        if let question = questions.first(where: input.starts) { return question.count }
        guard showsImages, input.dropFirst().first != UInt8(ascii: "]") else {
            foreign.append("ESC \(Character(Unicode.Scalar(input[input.startIndex + 1])))")
            return 2
        }
        let isEnvelope = input.dropFirst().starts(with: "Ptmux;".utf8)
        var end = input.startIndex + 1
        while end + 1 < input.endIndex, input[end] != 0x1B || isEnvelope && input[end + 1] == 0x1B {
            end += input[end] == 0x1B ? 2 : 1
        }
        guard end + 1 < input.endIndex else { return nil }
        images.append(String(decoding: input[..<end].dropFirst(), as: UTF8.self))
        if input[end + 1] != UInt8(ascii: "\\") { foreign.append("ESC in a string") }
        return end + 2 - input.startIndex
    }
}
