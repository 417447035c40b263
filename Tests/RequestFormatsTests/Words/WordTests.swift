import ClientEngine
import RequestFormats
import Testing

@Suite struct WordTests {
    @Test(
        "Durations are a number and a unit",
        arguments: [
            ("250ms", Duration.milliseconds(250), true), ("5s", .seconds(5), true),
            ("5 s", .seconds(5), true),
            ("2m", .seconds(120), true), ("1.5s", .milliseconds(1500), true), ("3", .seconds(3), false),
            ("0s", .zero, true), ("0.25ms", .microseconds(250), true), (" 7 MS ", .milliseconds(7), true),
        ])
    func duration(text: String, duration: Duration, hasUnit: Bool) throws {
        let word = try #require(DurationWord(text))
        #expect(word.duration == duration)
        #expect(word.hasUnit == hasUnit)
        #expect(DurationWord(DurationWord.text(for: duration))?.duration == duration)
    }

    @Test(
        "What is no duration is refused",
        arguments: [
            "", "s", "-1s", "1x", "1 2s", "1.2.3s", ".", "1.s.", "99999999999999999999s",
            "9223372036854775807m", "१s",
        ])
    func noDuration(text: String) {
        #expect(DurationWord(text) == nil)
    }

    @Test(
        "Durations are written in the largest unit that needs no fraction",
        arguments: [
            (Duration.seconds(120), "2m"), (.seconds(90), "90s"), (.milliseconds(1500), "1500ms"),
            (.zero, "0s"),
            (.microseconds(1250), "1.25ms"), (.nanoseconds(1), "0.000001ms"),
        ])
    func durationText(duration: Duration, text: String) {
        #expect(DurationWord.text(for: duration) == text)
    }

    @Test("Retry conditions are statuses, classes and kinds")
    func conditions() throws {
        let conditions = try RetryWords.conditions("timeout 503, 429 5XX connectionlost protocol")
        #expect(
            conditions == [
                .status(503), .status(429), .statusClass(5), .kind(.timeout), .kind(.connectionLost),
                .kind(.protocolViolation),
            ])
        #expect(RetryWords.text(for: conditions) == "429 503 5xx connectionLost protocol timeout")
        #expect(try RetryWords.conditions(RetryWords.text(for: conditions)) == conditions)
    }

    @Test("Unknown retry conditions are named", arguments: ["", "99", "axx", "503 often", "0xx"])
    func badConditions(text: String) {
        #expect(throws: RetryWords.Failure.self) { try RetryWords.conditions(text) }
    }

    @Test(
        "Backoffs have an initial wait, and the rest where it is written",
        arguments: [
            ("200ms x2 max 5s", Backoff(from: .milliseconds(200), maximum: .seconds(5), hasJitter: false)),
            (
                "200 ms x2 max 5 s jitter",
                Backoff(from: .milliseconds(200), maximum: .seconds(5), hasJitter: true)
            ),
            ("1s", Backoff(from: .seconds(1), hasJitter: false)),
            ("20s", Backoff(from: .seconds(20), maximum: .seconds(20), hasJitter: false)),
            ("1s x1.5 jitter", Backoff(from: .seconds(1), multiplier: 1.5, hasJitter: true)),
        ])
    func backoff(text: String, backoff: Backoff) throws {
        #expect(try RetryWords.backoff(text) == backoff)
        #expect(try RetryWords.backoff(RetryWords.text(for: backoff)) == backoff)
    }

    @Test(
        "Wrong backoffs are refused",
        arguments: ["", "x2", "1s x0", "1s max", "1s jitters", "1s xinf", "1s 2s"])
    func badBackoff(text: String) {
        #expect(throws: RetryWords.Failure.self) { try RetryWords.backoff(text) }
    }
}
