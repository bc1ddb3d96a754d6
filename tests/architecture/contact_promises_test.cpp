// SPDX-License-Identifier: MIT
// What pages and headers promise about contacts, word for word, and the test that would see it broken. A sentence that
// is changed has to be changed here too, and so has a test that is renamed: whoever does so looks whether they still
// agree.
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "architecture/source_tree.h"

namespace tactus::architecture {
namespace {

struct Promise {
    const char* page;
    const char* words;
    const char* test; ///< suite and name
};

constexpr const char* every_seed = "RandomWorlds.KeepEveryPromiseThatIsChecked";

constexpr Promise promises[] = {
    {"README.md", "A query with a budget returns in time and says whether the list is complete.",
     "Deadline.AnywhereGivesAPartAndSaysSo"},
    {"README.md", "what there was no time for stands beside them with a bound on how wrong it can be",
     "CutContacts.OfSmallBodiesCoverEveryContactAfterEveryUnit"},
    {"README.md", "or its report says `out_of_memory` and lists nothing",
     "OutOfMemory.EveryQuerySaysSoAndTheNextOneIsRight"},

    {"docs/contacts.md", "It never leaves anything out", "CutContacts.OfSmallBodiesCoverEveryContactAfterEveryUnit"},
    {"docs/contacts.md", "are decided in exact arithmetic on the given floats",
     "EveryScene.HasTheContactsThatTheDefinitionNames"},
    {"docs/contacts.md", "More time never takes one back.", "MoreTime.TakesNoContactBackAndRaisesNoError"},
    {"docs/contacts.md", "contact is either confirmed or covered by an unrefined one",
     "CutContacts.CoverEveryContactFrameAfterFrame"},
    {"docs/contacts.md", "however early the query was cut",
     "CutStructures.CoverEveryContactInEveryOrderAndStructureAtTwelveLogSpacedUnits"},
    {"docs/contacts.md", "in place and in depth, however early the query was cut",
     "Inside.IsCoveredInPlaceAndDepthAfterEveryUnit"},
    {"docs/contacts.md",
     "it is off by no more than the largest `error_bound` of the unrefined contacts between the same bodies",
     "Inside.IsCoveredInPlaceAndDepthAfterEveryUnit"},
    {"docs/contacts.md", "Work units make them where a body first meets another",
     "FirstQuery.PaysForWhatPreparingBodiesTakes"},
    {"docs/contacts.md",
     "What one query has begun the next one goes on with, also if the bodies have moved in between.",
     "FirstQuery.IsFollowedByQueriesThatGoOnWhileBodiesMove"},
    {"docs/contacts.md", "groups of vertices get bounds of their own", "Inside.IsBoundedWellBeforeDepthsAreMeasured"},
    {"docs/contacts.md",
     "entries are merged into coarser unrefined ones and counted in `contacts_merged`; none is dropped",
     "CutContacts.MergeIntoCoarserOnesWhatHasNoRoom"},
    {"docs/contacts.md", "if the whole answer fits, it is complete", "Room.ForTheWholeAnswerIsEnough"},
    {"docs/contacts.md", "every piece of the other body has at least one contact", "OpenPieces.AreEachFoundInside"},
    {"docs/contacts.md",
     "is as deep as it is far from the nearest triangle of the closed body that does not face away from where the "
     "vertex's piece came in",
     "OpenDepths.AreThoseOfTheDefinitionInEveryStructure"},
    {"docs/contacts.md", "a sheet that has sunk into a ball or a table comes out where the surface is nearest",
     "OpenBodies.ThatHaveSunkIntoATableComeUp"},
    {"docs/contacts.md", "a strip with its tip in a thin plate goes back the way it came",
     "OpenBodies.WithATipInAThinPlateGoBackTheWayTheyCame"},
    {"docs/contacts.md", "Nothing pushes an open body into a closed one",
     "OpenBodies.ThatArePressedIntoABallArePushedOut"},
    {"docs/contacts.md", "where depths are measured, every vertex has one", "Inside.AnOpenSheetHasADepthThatIsFinal"},
    {"docs/contacts.md", "when an edit makes half of the body anew",
     "SidesOfABody.ThatIsMadeAnewAreThoseOfItsNewTriangles"},
    {"docs/contacts.md", "as soon as a body that was flat is so no more",
     "SidesOfABody.ThatWasFlatAreThoseItHasWhenItIsNoMore"},
    {"docs/contacts.md", "A body that is turned inside out by moving its vertices keeps its sides.",
     "SidesOfABody.ThatIsTurnedInsideOutStay"},
    {"docs/contacts.md", "no entry is further off than this, in place or in depth", every_seed},
    {"docs/contacts.md", "It never rises with the budget, and it is 0 when only confirmed contacts are left.",
     "MoreTime.TakesNoContactBackAndRaisesNoError"},
    {"docs/contacts.md", "confirmed contacts are the whole answer and their depths are final",
     "EveryScene.HasContactsWhoseWeightsNormalsAndPointsMakeSense"},
    {"docs/contacts.md", "it is the same answer as without a budget", "CutContacts.CoverEveryContactFrameAfterFrame"},
    {"docs/contacts.md", "it has one contact, if the centres are at most both radii and `contact_distance` apart",
     "SphereContacts.OfTwoSpheresAreOneWithTheDepthOfBoth"},
    {"docs/contacts.md", "one on a plane, however many triangles it covers",
     "SphereContacts.AreOneOnAPlaneHoweverFineItIs"},
    {"docs/contacts.md", "and two in a groove", "SphereContacts.AreTwoInAGroove"},
    {"docs/contacts.md", "Both conditions are decided exactly.",
     "SphereContacts.AreThoseOfTheDefinitionWhereEveryDigitCounts"},
    {"docs/contacts.md", "out through the nearest point of the surface, by the radius and the way there",
     "SphereContacts.InsideAClosedMeshComeOutWhereItIsNearest"},
    {"docs/contacts.md", "Far sides of a closed mesh that the sphere reaches through do not push.",
     "SphereContacts.AtAnyCutPushNothingFurtherIn"},
    {"docs/contacts.md", "All that this page promises holds for spheres too",
     "CutSpheresOfTrees.CoverEveryContactAfterEveryUnit"},
    {"docs/contacts.md", "forces push them by their wrench", "SphereLife.ForcesPushApartByDepthAndNeverPull"},
    {"docs/contacts.md", "exactly whether bodies meet and rays hit, and up to rounding where",
     "SphereQueries.RaysHitExactlyWhatTheyMeet"},
    {"docs/contacts.md",
     "it has one contact for each vertex that is below the plane or at most `contact_distance` above it",
     "GroundContacts.AreThoseOfTheDefinitionWhereMuchLiesExactlyThere"},
    {"docs/contacts.md", "Two half-spaces never meet each other.", "GroundContacts.OfTwoHalfSpacesAreNone"},
    {"docs/contacts.md", "in exact arithmetic on the given floats, with nothing normalised or rounded before",
     "GroundContacts.OfAVertexAtTheDistanceEndAtTheNextFloat"},
    {"docs/contacts.md", "a half-space has no other side that a vertex could come out of",
     "GroundContacts.AreThereHoweverDeepABodyIs"},
    {"docs/contacts.md", "A contact keeps its id for as long as its vertex stays in contact.",
     "GroundLife.AContactKeepsItsIdWhileItsVertexStays"},
    {"docs/contacts.md", "`set_pose` turns and moves the plane from where the description has it.",
     "GroundLife.APoseTurnsAndMovesThePlaneThatWasGiven"},
    {"docs/contacts.md", "All that this page promises holds for half-spaces too.",
     "CutGroundOfTrees.CoversEveryContactAfterEveryUnit"},
    {"docs/contacts.md", "Forces push what lies on one along its normal, and give it a wrench of its own",
     "GroundLife.PushesAlongItsNormalByDepthAndNeverPulls"},
    {"docs/contacts.md", "`closest_points` gives the lowest point of the other body",
     "GroundQueries.ClosestPointsAreTheLowestOfTheOther"},
    {"docs/contacts.md", "one that has passed gives the bodies' own bounds at once",
     "ContactQuery.ADeadlineInThePastGivesTheBodiesAsTheyAre"},
    {"docs/contacts.md", "the same cut on every machine, for tests and replays",
     "SamePart.OfTheContactsForAnyNumberOfWorkers"},
    {"docs/contacts.md", "stops when no error bound is larger",
     "Goals.AreReachedWhereSomePartsAreGoodEnoughBeforeOthers"},
    {"docs/contacts.md", "cutting and refining gives what not cutting gives", every_seed},
    {"docs/contacts.md", "`set_pair` gives two bodies a larger share of the budget",
     "ContactQuery.SharesABudgetByWeight"},
    {"docs/contacts.md", "or an `error_goal` of their own", "ContactQuery.LeavesPairsOfBodiesAsCoarseAsTheyMayBe"},
    {"docs/contacts.md", "does not compare them again until the bodies have moved far enough to meet",
     "KeptFront.HidesNoContactWhereBodiesMoveFar"},
    {"docs/contacts.md", "a body that is meshed more finely is as hard as before",
     "StiffnessByArea.OfAFlatPunchIsThatOfItsAreaHoweverFineItIs"},
    {"docs/contacts.md", "all of them together stand for the patch once",
     "StiffnessByArea.IsTheSameOnAGroundOfManyTriangles"},
    {"docs/contacts.md", "pushes with the same force within 5 percent",
     "StiffnessByArea.OfABallIsThatOfTheVolumeItPressesAway"},
    {"docs/contacts.md", "So a box on a slope of 10 degrees with a coefficient of 0.5 stays where it is",
     "ABoxOnASlope.StaysWhereFrictionHoldsIt"},
    {"docs/contacts.md", "on 30 degrees it slides with the acceleration that Coulomb says",
     "ABoxOnASlope.SlidesAsCoulombSays"},
    {"docs/contacts.md", "What is remembered ends with the contact", "Sticking.BeginsAnewAfterTheContactEnded"},
    {"docs/contacts.md", "with an edit of either body", "ABoxOnASlope.BeginsAnewWhenItsGroundIsEdited"},
    {"docs/contacts.md", "it outlasts 16 calls in which the contact does not push",
     "Sticking.OutlastsQueriesThatAreCut"},
    {"docs/contacts.md", "Whatever it gives, no contact pulls", "ForceLaws.CannotMakeContactsPullOrRubWithoutAPush"},
    {"docs/contacts.md", "A push with a number that is not finite is refused",
     "ForceLaws.ThatGiveWhatIsNotFiniteAreRefused"},
    {"docs/contacts.md", "It is an estimate and no bound.", "TheEstimatedError.CoversMostOfWhatForcesAreOff"},
    {"docs/contacts.md", "what pushed before goes on", "HeldForces.HoldExactlyWhilePartsAreOpenAndThenLetGo"},
    {"docs/contacts.md", "each pushes with at most what it has in the complete answer",
     "CertifiedLowerForces.AreNeverMoreThanThoseOfTheCompleteAnswer"},
    {"docs/contacts.md", "along the line of the two parts' centres, by how far they overlap on it",
     "PushingParts.PushTwoBallsApartAlongTheirCentres"},
    {"docs/contacts.md", "along the axis of the world on which the boxes overlap least",
     "PartsOfOneCentre.PushAlongAnAxisOfTheWorld"},
    {"docs/contacts.md", "a vertex through which it goes is not in contact with it",
     "ShaftsThroughSheets.HaveNoContactMoreWhereTheyMeetAVertex"},
    {"docs/contacts.md", "at the point of the passage that is deepest by the rules for an open body",
     "ShaftsInside.AreAsDeepAsTheirDeepestPointAndTheRadius"},
    {"docs/contacts.md", "is felt without a jump as its axis goes below the surface",
     "ShaftsInside.AreFeltWithoutAJumpAsTheyGoBelowTheSurface"},
    {"docs/contacts.md", "What the shaft is near from within is 0 deep and `silent`.",
     "ShaftsInside.AreNotPushedInByWhatTheyAreNearFromWithin"},
    {"docs/contacts.md", "No contact pulls, under any of them.",
     "ContactForce.NeverPullsAndDoesNotRubWhereItDoesNotPush"},
    {"docs/contacts.md", "a body that is squeezed between two others stays there",
     "ASqueezedBody.IsNotThrownOutHoweverAnswersAreCut"},
    {"docs/contacts.md", "With `certified_lower` it is not thrown out either",
     "ASqueezedBody.IsNotThrownOutByWhatIsCertainAlone"},
    {"docs/contacts.md", "Two edges push along a normal that they have in common",
     "EdgeNormals.LieBetweenTheNormalsOfTheirFacesWhereTheyPush"},
    {"docs/contacts.md", "these two edges have passed each other", "MadeWorlds.HaveTheEdgesInContactThatThePageNames"},
    {"docs/contacts.md", "it is no deeper than `1 - s/0.1` of the distance",
     "MadeWorlds.HaveTheEdgesInContactThatThePageNames"},
    {"docs/contacts.md", "unless one of them is an edge that has no say in that",
     "MadeWorlds.HaveTheEdgesInContactThatThePageNames"},
    {"docs/contacts.md", "both bodies are open as a whole, as if they were closed",
     "MadeWorlds.KeepTheBudgetsOfTheirFirstQueries"},
    {"docs/contacts.md", "bodies slide over flat and concave edges as if these were not there",
     "ABoxOnASlab.IsPushedStraightUpByItsCornersWhereverDiagonalsAre"},
    {"docs/contacts.md", "has the force of the complete answer within a half",
     "AProbeOnAnOrgan.IsFeltWithAFractionOfTheWork"},
    {"docs/contacts.md", "silence there is not the same as no contact", "AProbeOnAnOrgan.IsFeltWithAFractionOfTheWork"},

    {"docs/cutting.md", "Where both features of a contact are still there, it keeps its id and its age",
     "EditedContacts.KeepTheirIdsWhereTheirFeaturesAreStillThere"},
    {"docs/cutting.md", "gives no pairs, contacts or forces until it has moved apart or through each other",
     "FreshCut.IsSilentUntilItsSidesHaveMovedApart"},
    {"docs/cutting.md", "Velocities that were given outlive an edit",
     "EditedMotion.GivenVelocitiesOutliveEditsAndVerticesThatAreAddedRest"},
    {"docs/cutting.md", "also while a contact query is unfinished", "Edits.DuringAnUnfinishedContactQueryAreSafe"},

    {"include/tactus/contact.h", "stays while the contact lives, and is never used again",
     "ContactLife.AnIdDiesWithItsContactAndNeverComesBack"},
    {"include/tactus/contact.h", "how many queries it has lived through before this one",
     "ContactLife.AnIdIsCarriedFromAFaceThatIsLeftToTheOneBesideIt"},
    {"include/tactus/contact.h", "They sum to 1; all 0 on the side of a sphere or a half-space",
     "EveryScene.HasContactsWhoseWeightsNormalsAndPointsMakeSense"},
    {"include/tactus/contact.h", "Half way between the points on the two sides; the vertex, for vertex_inside",
     "ContactPoints.AreHalfWayBetweenTheTwoSidesOrAtAVertexInside"},
    {"include/tactus/contact.h", "the same as point for a new one",
     "EveryScene.HasContactsWhoseWeightsNormalsAndPointsMakeSense"},
    {"include/tactus/contact.h", "every contact that is not in `contacts` is covered by one of these",
     "MoreTime.LeavesFewerUnrefinedContactsWhichAreListedApart"},
    {"include/tactus/contact.h", "How many entries a report has at the most", "Room.ThatIsTooLittleIsNeverExceeded"},
    {"include/tactus/contact.h", "there is always room for two entries of every two bodies",
     "Room.IsTwoEntriesForEveryTwoBodiesWhereTheseAreMore"},
    {"include/tactus/contact.h", "A query without a limit whose whole answer fits is complete.",
     "Room.ForTheWholeAnswerIsEnough"},
    {"include/tactus/contact.h", "remember from query to query which regions were how far apart",
     "ContactQuery.KeepsAFrontThatChangesNoAnswer"},
    {"include/tactus/contact.h", "memory ended before the query did: nothing is listed",
     "OutOfMemory.EveryQuerySaysSoAndTheNextOneIsRight"},
    {"include/tactus/contact.h", "friction is at most this many times the normal force",
     "ContactForce.StaysInsideTheCoulombCone"},
    {"include/tactus/contact.h", "A body that was not moved since then rests",
     "VertexMotion.IsByWhatIsBetweenTwoQueriesAndEndsWithTheNext"},
    {"include/tactus/contact.h", "The most newtons that the force on a body may change from one call to the next",
     "LimitedWrench.NeverChangesByMoreThanTheLimitOnRandomPaths"},
    {"include/tactus/contact.h", "each vertex that is pushed once, by body and vertex",
     "Forces.NameEachVertexAndEachBodyOnceInOrder"},

    {"include/tactus/world.h",
     "Goes on where the last contact query stopped. Begins a new one if anything has changed since.",
     "MoreTime.AfterAChangeBeginsANewQuery"},
    {"include/tactus/world.h", "A body's own contacts are among them where its self_collision is on.",
     "ParallelEdgesOfOneBody.AreInContactInTheSamePointHoweverTheyAreFound"},
    {"include/tactus/world.h", "Counts until the next set_positions of this body",
     "VertexMotion.GivenVelocitiesStayUntilTheNextPositionsWhateverThePose"},
    {"include/tactus/world.h", "Contacts keep their ids where their features are still there.",
     "EditedContacts.KeepTheirIdsWhereTheirFeaturesAreStillThere"},
    {"include/tactus/world.h", "contacts begin with new ids and an age of 0",
     "OutOfMemory.ContactsThatAreForgottenBeginWithIdsThatNobodyHadBefore"},
    {"include/tactus/queries.h", "Ends when no error bound of the answer is above so many metres.",
     "ContactQuery.StopsWhenItIsGoodEnough"},
    {"include/tactus/queries.h", "One that has passed already gives the query no work at all.",
     "ContactQuery.ADeadlineInThePastGivesTheBodiesAsTheyAre"},
};

/// The words of a page one after the other, without marks of comments at the beginnings of lines.
std::string words_of(const SourceFile& page)
{
    std::string text;
    for (const std::string& line : page.lines) {
        std::size_t at = line.find_first_not_of(" \t");
        if (at != std::string::npos && line.compare(at, 3, "///") == 0)
            at += 3;
        for (text += ' '; at < line.size(); ++at)
            if (!std::isspace(static_cast<unsigned char>(line[at])))
                text += line[at];
            else if (text.back() != ' ')
                text += ' ';
    }
    return std::regex_replace(text, std::regex(" +"), " ");
}

std::set<std::string> names_of_tests()
{
    static const std::regex test(R"(\bTEST(?:_P|_F)?\((\w+),\s*(\w+)\))");
    std::set<std::string> names;
    for (const SourceFile& file : cpp_files_below("tests"))
        for (const std::string& line : file.lines)
            for (std::smatch found; std::regex_search(line, found, test);) {
                names.insert(found[1].str() + "." + found[2].str());
                break;
            }
    return names;
}

TEST(ContactPromises, StandInThePagesAndHaveATestEach)
{
    std::map<std::string, std::string> pages;
    const std::set<std::string> tests = names_of_tests();
    for (const Promise& promise : promises) {
        if (!pages.contains(promise.page))
            pages[promise.page] = words_of(read_source(source_root() / promise.page));
        EXPECT_NE(pages[promise.page].find(promise.words), std::string::npos)
            << promise.page << " does not say any more: " << promise.words;
        EXPECT_TRUE(tests.contains(promise.test)) << "there is no test " << promise.test << " for: " << promise.words;
    }
}

} // namespace
} // namespace tactus::architecture
